import { loadOnce } from '@rlm/repl-types/internal';

import type * as Prose from './prose.js';

/** Loads what reads prose, once. */
export const loadProse: () => Promise<typeof Prose> = /* @__PURE__ */ loadOnce(
  () => import('./prose.js'),
);

/**
 * `text` with each FINAL, FINAL_VAR or SUBMIT call in its prose blanked out, at the same length. What finds calls is loaded if a text
 * may hold one.
 */
export async function blankFinals(text: string): Promise<string> {
  return /final|submit/i.test(text) ? (await loadProse()).blankFinals(text) : text;
}
