/**
 * What only lazily loaded parts of the other `@rlm` packages need. It has its own entry because a
 * bundler puts every module that an entry names, and this file imports, into a program's first
 * file. Do not import it elsewhere: a name here may change with any minor release.
 *
 * @module
 */
export { openTelemetry, type Telemetry } from './telemetry/open-telemetry.js';
export type { SpanTree } from './telemetry/span-tree.js';
export { traceModelCall, usageAttributes } from './telemetry/trace-run.js';
export { performCallLater } from './tools/perform-call-later.js';
export { keysOf, renderIssues, renderPath } from './tools/render-issues.js';
export { isOwnMistake } from './tools/own-mistake.js';
export { messageHashes } from './effects/message-hashes.js';
