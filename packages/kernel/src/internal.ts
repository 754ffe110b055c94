/**
 * What the packages of this repository share beyond their public entries. Do not import it
 * elsewhere: a name here may change with any minor release.
 *
 * @module
 */
export { messageHashes } from './effects/message-hashes.js';
export { createInProcessExecutor } from './effects/in-process-executor.js';
export { attempts, type RetryOptions } from './effects/retry.js';
export { createCheckedRun } from './create-run.js';
export type { CheckedRunOptions } from './options/options.js';
export { resultHead } from './loop/to-outcome.js';
export { refuseSecondBudget } from './options/check-run.js';
export { createBudget, type Budget } from './budget/budget.js';
export type { ReplyCaps } from './contract/ledger.js';
export type { StepStatus } from './contract/step-status.js';
export type {
  BlobRef,
  CellLine,
  SnapshotLine,
  NewLine,
  RunEnd,
  RunHead,
  RunLine,
} from './contract/journal.js';
export type { PlacedEffect, RemoteCall } from './contract/effects.js';
export { BudgetExceededError } from './errors.js';
export { seededRandom } from './platform/random.js';
export { newRunId, nextTurn, randomHex } from './platform/system.js';
export { callModel } from './model/call-model.js';
export { defaultOutputTokens } from './model/reserve.js';
export { toModelError } from './model/faults.js';
export { providerOf } from './model/provider-of.js';
export type { Provider } from './model/provider.js';
export { loadModelMessages } from './model/load-model-messages.js';
export { modelRule } from './model/model-rule.js';
export { missingPrice, priceOf } from './model/prices.js';
export type { ModelFinishReason, ModelPurpose } from './model/types.js';
export type { PolicyOptions } from './contract/policy-options.js';
export { loopLimitRules, loopRules, oneRunRules } from './run-option-rules.js';
export { settingNames } from './model/settings.js';
export type { ModelSettings, RunSettings } from './model/settings.js';
export { resolvePolicies } from './policies/resolve-policies.js';
export type { ActionCall } from './tools/action-call.js';
export type { CallOptions, CallOutcome } from './tools/perform-call.js';
export {
  jsonSchemaOf,
  schemaRule,
  type SchemaOutput,
  type StandardIssue,
} from './tools/standard-schema.js';
export { checkApprover } from './tools/check-approver.js';
export { toolsRule } from './tools/tool-rules.js';
export { isListed, listTools, type NamedTools } from './tools/named-tools.js';
export { createToolSet } from './tools/tool-set.js';
export { estimateTokens } from './model/estimate.js';
export { addUsage } from './model/usage.js';
export { version } from './version.js';
export { estimateMessage } from './model/estimate.js';
export type { ActionRecord, CallPlace } from './tools/action-call.js';
export type { CallModelOptions } from './model/call-options.js';
export type { ModelToolDefinition, ModelToolCall } from './model/types.js';
export { parentRule, refuseSecondRetry } from './options/check-run.js';
export type { EventHub } from './events/event-hub.js';
export type { SentBack } from './contract/context.js';
export type { ModelErrorDetails } from './model/errors.js';
export { createEffectSeam } from './effects/effect-seam.js';
export { AbortLinker } from './platform/abort-linker.js';
