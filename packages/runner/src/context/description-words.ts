import { detach, fenced, headOf } from '@rlm/repl-types/internal';

import type { Room } from './description.js';

/** A text under its head: whole if it fits, else its beginning. */
export function quote(head: string, text: string, { quote: most }: Room): readonly string[] {
  if (text.length <= most) return [head.replace('Begins', 'Whole'), fenced(text)];
  // A copy, so that the prompt does not keep a large text in memory; no half of a surrogate pair.
  const begin = detach(headOf(text, most));
  return [head, fenced(`${begin.trimEnd()}...`)];
}
