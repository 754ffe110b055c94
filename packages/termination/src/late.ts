/**
 * Helpers of the other `@rlm` packages that the RLM protocol does not need at once. They have an entry of their own, because bundlers put
 * into a program's first file whatever an entry names that this file imports. This is not a public API: a name here may change with any
 * minor release.
 *
 * @module
 */
export { proseOf } from './prose-of.js';
export { soleBlock } from './sole-block.js';
