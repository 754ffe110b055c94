/**
 * What the packages of this repository share beneath their entries. It is not for others: a name here may change with any minor
 * release.
 *
 * @module
 */
export { canonicalJson } from './kernel/effects/canonical-json.js';
export { createInProcessExecutor } from './kernel/effects/in-process-executor.js';
export { attempts, retryRule, type RetryOptions } from './kernel/effects/retry.js';
export { createCheckedRun } from './kernel/create-run.js';
export { executorRule, journalRule } from './kernel/options/check-run.js';
export type { Look } from './kernel/scope/look.js';
export type {
  BlobRef,
  CellLine,
  ImageLine,
  NewLine,
  RunEnd,
  RunHead,
  RunLine,
} from './kernel/journal/journal.js';
export type { PlacedEffect, RemoteCall } from './kernel/effects/effects.js';
export { BudgetExceededError, refuseOption } from './kernel/errors.js';
export { seededRandom } from './kernel/platform/random.js';
export { newRunId, nextTurn, randomHex } from './kernel/platform/system.js';
export { clockRule } from './kernel/platform/clock.js';
export { callModel } from './model/call-model.js';
export { toModelError } from './model/faults.js';
export { providerOf } from './model/provider-of.js';
export type { Provider } from './model/provider.js';
export { modelRule } from './model/model-rule.js';
export { pricesRule } from './model/price-rules.js';
export { missingPrice, priceOf } from './model/prices.js';
export type { ModelFinishReason, ModelPurpose } from './model/types.js';
export type { PolicyOptions } from './policies/policy-options.js';
export { policyRules } from './policies/policy-rules.js';
export { resolvePolicies } from './policies/resolve-policies.js';
export type { ActionCall } from './tools/action-call.js';
export type { CallOutcome } from './tools/perform-call.js';
export { performCallLater } from './tools/perform-call-later.js';
export {
  jsonSchemaOf,
  renderIssues,
  schemaRule,
  type SchemaOutput,
  type StandardIssue,
} from './tools/standard-schema.js';
export { toolsRule } from './tools/tool-rules.js';
export { createToolSet } from './tools/tool-set.js';
export { estimateTokens } from './model/estimate.js';
export { addUsage } from './model/usage.js';
export { version } from './version.js';
