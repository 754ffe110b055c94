/**
 * What a loop needs to perform tool calls itself. It is separate from `internal.ts`, so that a
 * program whose loop loads it later does not load it at the start. Do not import it elsewhere: a
 * name here may change with any minor release.
 *
 * @module
 */
export { suspend } from './effects/suspension.js';
export { admitCall, performCall } from './tools/perform-call.js';
export { askPerson } from './tools/approval.js';
export { dataLimits, dataRule } from './tools/data-rule.js';
export { readDecision, type Decision } from './tools/decision.js';
export { findJsonFault } from './tools/json-fault.js';
export { readArguments } from './tools/prepare.js';
export {
  defaultMaxOutputChars,
  maxRecordBytes,
  recordCall,
  shortRecord,
} from './tools/record-call.js';
