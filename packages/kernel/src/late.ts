/**
 * What only lazily loaded parts of the other `@rlm` packages need. It has an entry of its own, because bundlers put into a program's
 * first file whatever an entry names that this file imports. It is not for others: a name here may change with any minor release.
 *
 * @module
 */
export { canonicalJson } from './effects/canonical-json.js';
export { performCallLater } from './tools/perform-call-later.js';
export { keysOf, renderIssues, renderPath } from './tools/render-issues.js';
export { isOwnMistake } from './tools/own-mistake.js';
