/**
 * What the packages of this repository share beyond their public entries. Do not import it
 * elsewhere: a name here may change with any minor release.
 *
 * @module
 */
export { createInProcessExecutor } from './effects/in-process-executor.js';
export { createCheckedRun } from './create-run.js';
export type { CheckedRunOptions } from './options/options.js';
export { RunFailedError, RunLimitError } from './run-errors.js';
export { resultHead } from './loop/to-outcome.js';
export { shortCount, shortText, showInShort } from './loop/show-result.js';
export { diagnosticsRule, refuseSecondBudget } from './options/check-run.js';
export { BudgetExceededError } from './errors.js';
export { stopOf } from './stop-reasons.js';
export { seededRandom } from './platform/random.js';
export { newRunId, randomHex } from './platform/system.js';
export { callModel } from './model/call-model.js';
export { defaultOutputTokens } from './model/reserve.js';
export { isPromptTooLong, PromptRoom } from './model/prompt-too-long.js';
export { toModelMessages } from './model/ai-sdk/model-messages.js';
export { mendConversation } from './model/mend-conversation.js';
export { modelRule } from './model/model-rule.js';
export { missingPrice, priceOf } from './model/prices.js';
export { foreignOptions } from './options/foreign-options.js';
export { loopLimitRules, loopRules, oneRunRules } from './run-option-rules.js';
export { settingNames } from './model/settings.js';
export { resolvePolicies } from './policies/resolve-policies.js';
export type { ActionCall } from './tools/action-call.js';
export type { CallOptions, CallOutcome } from './tools/perform-call.js';
export { jsonSchemaOf, schemaRule } from './tools/standard-schema.js';
export { checkApprover } from './tools/check-approver.js';
export { toolsRule } from './tools/tool-rules.js';
export { isListed, listTools } from './tools/named-tools.js';
export { createToolSet } from './tools/tool-set.js';
export { estimateTokens } from './model/estimate.js';
export { addUsage } from './model/usage.js';
export { version } from './version.js';
export { estimateMessage } from './model/estimate.js';
export type { CallPlace } from './tools/action-call.js';
export { parentRule, refuseSecondRetry } from './options/check-run.js';
export { createEffectSeam } from './effects/effect-seam.js';
export { openTelemetry, type Telemetry } from './telemetry/open-telemetry.js';
export type { SpanTree } from './telemetry/span-tree.js';
export { traceModelCall, usageAttributes } from './telemetry/trace-run.js';
export { keysOf, renderIssues, renderPath } from './tools/render-issues.js';
export { isOwnMistake } from './tools/own-mistake.js';
export { messageHashes } from './effects/message-hashes.js';
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
