/**
 * Helpers that the packages of this repository share. This is not a public API: a name here may change with any minor
 * release.
 *
 * @module
 */
import { loadOnce } from '@rlm/repl-types/internal';

import type { LongText } from './contract/long-text.js';

const opening = /* @__PURE__ */ loadOnce(() => import('./supervisor/values/open-long-text.js'));

/** The whole text, as a string. Rejects with the fault if it cannot be read. */
export const readLongText = async (text: LongText): Promise<string> =>
  (await opening()).readLongText(text);

export { SandboxError } from './contract/errors.js';
export {
  blockBytes,
  isHeldAsString,
  isLongText,
  longestString,
  roomOfText,
} from './contract/long-text.js';
export { defaultLimits, sandboxLimitsRule } from './contract/limits.js';
export { helperNames, namesWholeOutput } from './contract/helpers.js';
export { isolationRule } from './supervisor/isolation.js';
export { findNameFault } from './supervisor/values/names.js';
