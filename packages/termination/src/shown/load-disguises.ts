import { loadOnce } from '@rlm/repl-types/internal';

import type * as Disguises from './disguises.js';

const loading = /* @__PURE__ */ loadOnce(() => import('./disguises.js'));

let loaded: typeof Disguises | undefined;

/** Ways to write one character as another: other scripts, invisible characters, escapes, entities, percent codes. */
const disguise = /[^\t\n\r\u0020-\u007e]|\\|&[#a-z]|%[\da-f]/i;

/** Whether a text may hold disguised characters. */
export function isDisguised(text: string): boolean {
  return disguise.test(text);
}

/**
 * Loads what reads disguised characters, if one of the texts may hold some. Until then, a reader of shown texts takes
 * such a text to hold every mark, and a line quoter quotes every such line: nothing is missed, but honest texts suffer.
 */
export function loadDisguises(...texts: readonly string[]): Promise<void> {
  return loaded === undefined && texts.some(isDisguised)
    ? loading().then((found) => {
        loaded = found;
      })
    : Promise.resolve();
}

/** What {@link loadDisguises} loaded; undefined before that. */
export function disguises(): typeof Disguises | undefined {
  return loaded;
}
