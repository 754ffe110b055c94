/**
 * The readers of a reply's prose. A loop needs them only for replies that may hold a call outside of code.
 *
 * @module
 */
export { detectFinalInText } from './detect-final-in-text.js';
export { readFinalLines } from './read-final-lines.js';
export { proseOf } from './prose-of.js';
export { FinalVarNotFoundError } from './resolve-final-var.js';
export { blankFinals } from './shown/blank-finals.js';
