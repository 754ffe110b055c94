import { groupThousands, headOf, onOneLine } from '@rlm/repl-types/internal';
import type { SessionVariable } from '@rlm/sandbox';

/** Longest name and type that are written out, and most that all variables take, in characters: the guest makes them. */
const maxChars = { name: 100, type: 40, all: 4_000 };

/** The most characters of what is said of variables. */
export const variableChars: number = maxChars.all + 1_000;

/** New or changed variables, in a line. */
export function renderVariables(variables: readonly SessionVariable[]): string {
  if (variables.length === 0) return '';
  return `New or changed variables: ${listVariables(variables, maxChars.all)}`;
}

/**
 * Variables with their types, in at most so many characters and the number of those left out; a text
 * with its length, a collection with the number of its items.
 */
export function listVariables(
  variables: readonly Pick<SessionVariable, 'name' | 'typeName' | 'totalLength' | 'items'>[],
  most: number,
): string {
  const shown: string[] = [];
  let chars = 0;
  for (const { name, typeName, totalLength, items } of variables) {
    const isText = typeName === 'str' || typeName === 'string';
    const counted = items === undefined ? '' : `, ${groupThousands(items)} items`;
    const size = isText ? `, ${groupThousands(totalLength)} characters` : counted;
    const text = `${within(name, maxChars.name)}: ${within(typeName, maxChars.type)}${size}`;
    chars += text.length + 2;
    if (chars > most) break;
    shown.push(text);
  }
  const more = variables.length - shown.length;
  if (more > 0) shown.push(`and ${String(more)} more`);
  return shown.join('; ');
}

/** A text of the guest on one line, cut to `most` characters. */
function within(text: string, most: number): string {
  return onOneLine(text.length > most ? `${headOf(text, most)}...` : text);
}
