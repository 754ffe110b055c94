/**
 * What a loop needs to carry out calls of tools by itself. Apart from `internal.ts`, so that programs whose loop loads this later do
 * not hold it from the start. It is not for others: a name here may change with any minor release.
 *
 * @module
 */
export { suspend } from './effects/suspension.js';
export { performCall } from './tools/perform-call.js';
export { askPerson } from './tools/approval.js';
export { dataLimits, dataRule } from './tools/data-rule.js';
export { readDecision, type Decision } from './tools/decision.js';
export {
  defaultMaxOutputChars,
  maxRecordBytes,
  recordCall,
  shortRecord,
} from './tools/record-call.js';
