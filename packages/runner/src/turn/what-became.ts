import { groupThousands } from '@rlm/repl-types/internal';
import type { SessionVariable } from '@rlm/sandbox';

import { onOneLine } from '../host-lines.js';
import type { NotRun } from './not-run.js';

/** Longest name and type that are written out, and most that all variables take, in characters: the guest makes them. */
const maxChars = { name: 100, type: 40, all: 4_000 };

/** The most characters of what is said of variables. */
export const variableChars: number = maxChars.all + 1_000;

/** New or changed variables with their types, in a line; a text with its length, a collection with the number of its items. */
export function renderVariables(variables: readonly SessionVariable[]): string {
  const shown: string[] = [];
  let chars = 0;
  for (const { name, typeName, totalLength, items } of variables) {
    const isText = typeName === 'str' || typeName === 'string';
    const counted = items === undefined ? '' : `, ${groupThousands(items)} items`;
    const size = isText ? `, ${groupThousands(totalLength)} characters` : counted;
    const text = `${within(name, maxChars.name)}: ${within(typeName, maxChars.type)}${size}`;
    chars += text.length + 2;
    if (chars > maxChars.all) break;
    shown.push(text);
  }
  if (variables.length === 0) return '';
  const more = variables.length - shown.length;
  if (more > 0) shown.push(`and ${String(more)} more`);
  return `New or changed variables: ${shown.join('; ')}`;
}

/** How many names are listed that a block did not set before it stopped. */
const maxNames = 10;

/** Where a block stopped and what of it did not run, in a line; empty if that says nothing new. */
export function renderStop(notRun: NotRun | null): string {
  if (notRun === null) return '';
  const { line, lines, names, isRefused, isUnread } = notRun;
  if (isUnread)
    return `Stopped at line ${String(line)}: this is no code of the REPL’s language, so nothing of the block ran.`;
  const listed = names.slice(0, maxNames).map((name) => within(name, 60));
  const more = names.length > maxNames ? ', ...' : '';
  const unset = names.length === 0 ? '' : ` Not set: ${listed.join(', ')}${more}.`;
  if (isRefused) return unset.trim();
  if (lines === null) return unset === '' ? '' : `Stopped at line ${String(line)}.${unset}`;
  const [first, last] = lines.map(String);
  const left = first === last ? `line ${String(first)}` : `lines ${String(first)}-${String(last)}`;
  return `Stopped at line ${String(line)}; ${left} did not run.${unset}`;
}

function within(text: string, most: number): string {
  return onOneLine(text.length > most ? `${text.slice(0, most)}...` : text);
}
