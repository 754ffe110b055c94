/**
 * What reads the prose of a reply: a loop needs it only for replies in which a call may stand outside of code.
 *
 * @module
 */
export { detectFinalInText } from './detect-final-in-text.js';
export { readFinalLines } from './read-final-lines.js';
export { proseOf } from './prose-of.js';
export { FinalVarNotFoundError } from './resolve-final-var.js';
export { blankFinals } from './shown/blank-finals.js';
