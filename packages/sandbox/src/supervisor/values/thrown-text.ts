import { messageOf } from '@rlm/repl-types/internal';

import { headOf } from './slice-text.js';

/** Longest text that is kept of what was thrown, in characters. */
const longest = 2_000;

/** What something thrown says, which may be anything, in a length to be kept. */
export function thrownText(thrown: unknown): string {
  return headOf(messageOf(thrown), longest);
}
