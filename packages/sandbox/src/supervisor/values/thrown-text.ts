import { messageOf } from '@rlm/repl-types/internal';

import { headOf } from './slice-text.js';

/** The longest text kept of a thrown value, in characters. */
const longest = 2_000;

/** The message of a thrown value of any kind, in a length to keep. */
export function thrownText(thrown: unknown): string {
  return headOf(messageOf(thrown), longest);
}
