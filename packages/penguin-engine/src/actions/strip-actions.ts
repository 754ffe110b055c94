import { required, text as anyText } from '@rlm/repl-types/options';
import { checkOption, refuseOption } from '@rlm/repl-types/internal';

import { stripBlanks } from './body.js';
import { checkStripOptions } from './option-rules.js';
import { resolveActions } from './parse-actions.js';
import type { Resolution } from './resolution.js';
import type { ParseActionsOptions, StripActionsOptions } from './types.js';

/**
 * Returns the text of a reply without its actions, for people. Actions are cut out along the spans
 * of the one parse, three or more line breaks become two, and blank ends are dropped. Quoted tags
 * are text and stay.
 */
export function stripActions(text: string, options: StripActionsOptions): string {
  checkOption('text', text, required(anyText), refuseOption);
  checkStripOptions(options);
  const read = { ...options, names: [...options.names] };
  return options.part === 'incomplete'
    ? stripIncomplete(text, read.names)
    : stripComplete(text, read);
}

function stripComplete(text: string, options: ParseActionsOptions): string {
  return withoutElements(text, resolveActions(text, options));
}

/** A text without the elements that were found in it. */
export function withoutElements(text: string, { elements, blocked }: Resolution): string {
  const kept: string[] = [];
  let position = 0;
  for (const { span } of [...elements, ...blocked].sort((a, b) => a.span[0] - b.span[0])) {
    kept.push(text.slice(position, span[0]));
    position = span[1];
  }
  kept.push(text.slice(position));
  return stripBlanks(kept.join('').replace(/\n{3,}/g, '\n\n'));
}

function stripIncomplete(text: string, names: readonly string[]): string {
  const { elements, blocked, diagnostics } = resolveActions(text, { names });
  const last = Math.max(
    0,
    ...[elements.at(-1), blocked.at(-1)].map((element) => element?.span[1] ?? 0),
  );
  const unclosed = diagnostics.find(({ code, span }) => code === 'unclosed_tag' && span[0] >= last);
  const cut = unclosed?.span[0] ?? tagUnderWay(text, names);
  return cut === null ? text : stripBlanks(text.slice(0, cut));
}

function tagUnderWay(text: string, names: readonly string[]): number | null {
  const start = text.lastIndexOf('<');
  const longest = Math.max(0, ...names.map((name) => name.length)) + 2;
  if (start === -1 || text.length - start > longest) return null;
  const name = text.slice(start + 1).replace(/^\//, '');
  return names.some((candidate) => candidate.startsWith(name)) ? start : null;
}
