/**
 * What the packages of this repository share beneath their entries, and only those parts of them need that are loaded late: bundlers put
 * all that one entry names into the same file. It is not for others.
 *
 * @module
 */
export { recordError, reviveError, type ErrorRecord } from './error-record.js';
export { sha256 } from './sha256.js';
