import { loadOnce } from '@rlm/repl-types/internal';

import type * as Prose from './prose.js';

/** Loads what reads prose, once. */
export const loadProse: () => Promise<typeof Prose> = /* @__PURE__ */ loadOnce(
  () => import('./prose.js'),
);

/**
 * `text` with each FINAL, FINAL_VAR or SUBMIT call blanked out that `isEcho` knows, at the same length. What finds calls is loaded
 * where a text may hold one.
 */
export async function blankEchoes(
  text: string,
  isEcho: (call: string) => boolean,
): Promise<string> {
  return /final|submit/i.test(text) ? (await loadProse()).blankEchoes(text, isEcho) : text;
}
