/**
 * Helpers that the `@rlm` packages share. This is not a public API: a name here may change with any minor release.
 *
 * @module
 */
export type { AsyncDisposal } from './async-disposal.js';
export { createByteQuota, roughBytes, type ByteQuota } from './byte-quota.js';
export { askHook, awaitHook, readHook, settle, tellHook, warn } from './call-hook.js';
export { canonicalJson } from './canonical-json.js';
export { countCodePoints, detach, headOf, wellFormed } from './code-points.js';
export { abortHub, createAbortHub, type AbortHub } from './concurrency/abort-hub.js';
export {
  createBoundedWork,
  stepsOfText,
  TooMuchWorkError,
  type BoundedWork,
} from './concurrency/bounded-work.js';
export {
  maxTimerMs,
  until,
  untilAborted,
  untilExpired,
  type StartTimer,
} from './concurrency/bounded-wait.js';
export { boundConnections, type ConnectionBounds } from './concurrency/bound-connections.js';
export { createChanges, type Changes } from './concurrency/changes.js';
export { nextTurn } from './concurrency/next-turn.js';
export { createSemaphore, type Semaphore, type ReleaseSlot } from './concurrency/semaphore.js';
export { cutAtLines, joinTexts, measureCut, readCutText } from './cut-text.js';
export { DataError, writePath, type DataFault, type DataPath } from './data/data-error.js';
export { dataText, keepData, knownText, requireData, toData } from './data/data-text.js';
export { definedFields, type DefinedFields } from './defined-fields.js';
export type { DataLimits } from './data/data-size.js';
export { recordError, reviveError, type ErrorRecord } from './error-record.js';
export { fenced } from './fence.js';
export { finalDialects } from './final-dialect.js';
export { answerOfFinal, finalSignalKey, finalSignalOf, type FinalType } from './final-signal.js';
export { isMoment } from './is-moment.js';
export { isPromise } from './is-promise.js';
export { isRecord } from './is-record.js';
export { anyText, inlineJson, mendedCopy, prettyJson } from './json-text.js';
export { messageOf } from './message-of.js';
export { describeValue } from './options/describe-value.js';
export { shape, type OptionRules, type OtherNames } from './options/fields.js';
export { nameDistance, nearestFirst, nearestName } from './options/nearest-names.js';
export {
  checkOption,
  unexpected,
  mismatch,
  type OptionFault,
  type RefuseOption,
} from './options/option-rule.js';
export {
  abortSignal,
  advised,
  anyOf,
  anything,
  bound,
  callable,
  numberFrom,
  orFalse,
  recordOf,
  withMethods,
} from './options/rules.js';
export { onOneLine } from './on-one-line.js';
export { createOutputBuffer, type OutputBuffer } from './output-buffer.js';
export { refuseOption } from './invalid-option-error.js';
export { requireWebCrypto } from './require-web-crypto.js';
export { settleUnlessFinal } from './settle-unless-final.js';
export { sha256 } from './sha256.js';
export { sha256Hex } from './sha256-hex.js';
export type {
  CellDiagnostic,
  CellDiagnosticCode,
  ExecutionError,
  ExecutionOutcome,
  ReplLocal,
  SessionState,
} from './repl-result.js';
export type { Expect, Tester } from './tester.js';
export { typeNameOf } from './value-text.js';
export { counted, dollars, groupThousands } from './number-text.js';
