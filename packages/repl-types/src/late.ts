/**
 * Helpers that the `@rlm` packages share, and that only their lazily loaded parts need. They have an entry of their own
 * because bundlers put everything that one entry names into the same file. This is not a public API.
 *
 * @module
 */
export { canonicalJson } from './canonical-json.js';
export { recordError, reviveError, type ErrorRecord } from './error-record.js';
export { isMoment } from './is-moment.js';
export { sha256 } from './sha256.js';
export { settleUnlessFinal } from './settle-unless-final.js';
