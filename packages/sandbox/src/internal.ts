/**
 * Helpers that the packages of this repository share. This is not a public API: a name here may change with any minor
 * release.
 *
 * @module
 */
export { SandboxError } from './contract/errors.js';
export { defaultBackend } from './default-backend.js';
export {
  blockBytes,
  isHeldAsString,
  isLongText,
  longestString,
  roomOfText,
} from './contract/long-text.js';
export { defaultLimits, sandboxLimitsRule } from './contract/limits.js';
export { helperNames, namesWholeOutput } from './contract/helpers.js';
export { isolationRule } from './session/isolation.js';
export { waitForOthers } from './session/places/places.js';
export { findNameFault } from './session/names.js';
export { readLongText } from './session/long-texts.js';
