import type { PolicyNames } from '@rlm/policies';
import {
  fields,
  oneOf,
  type OptionRule,
  positiveNumber,
  someText,
  trueOrFalse,
  wholeNumber,
} from '@rlm/repl-types/options';
import {
  abortSignal,
  advised,
  bound,
  callable,
  numberFrom,
  type OptionRules,
  shape,
  withMethods,
} from '@rlm/repl-types/internal';

import { budgetRule } from './budget/budget.js';
import { retryRule } from './effects/retry.js';
import { pricesRule } from './model/price-rules.js';
import { settingsRule } from './model/settings.js';
import { executorRule, journalRule, replyCapRule } from './options/check-run.js';
import type { LoopLimits, OneRunOption, RunOptions } from './options/run-options.js';
import type { TelemetryOptions } from './options/telemetry-options.js';
import { clockRule } from './platform/clock.js';
import { policyRules } from './policies/policy-rules.js';

/** The rules for the limits that all loops have. */
export const loopLimitRules = (): OptionRules<LoopLimits> => ({
  maxTokens: bound(),
  maxCostUsd: numberFrom(0),
  maxOutputTokens: replyCapRule(),
  maxCalls: bound(),
  maxSubQueries: bound(),
  timeoutMs: positiveNumber,
  maxReplyChars: bound(1),
  maxOutputChars: bound(),
  callTimeoutMs: positiveNumber,
});

/** The rules for the options that all loops have, except the limits, which a loop may extend. */
export const loopRules = (
  registry: PolicyNames | undefined,
): OptionRules<Omit<RunOptions, OneRunOption | 'limits'>> => ({
  maxSteps: wholeNumber(),
  maxDepth: wholeNumber(),
  budget: budgetRule,
  stepTimeoutMs: positiveNumber,
  ...policyRules(registry),
  throwOnLimit: trueOrFalse,
  throwOnFailure: trueOrFalse,
  approve: callable,
  prices: pricesRule,
  settings: settingsRule(),
  promptCache: oneOf('auto'),
  retry: retryRule(),
  executor: executorRule,
  clock: clockRule,
  telemetry: telemetryRule(),
});

/** OpenTelemetry, and what goes into its spans. */
const telemetryRule = (): OptionRule => {
  const api = 'the module @opentelemetry/api';
  return fields<TelemetryOptions>({
    api: shape(api, {
      trace: withMethods(`the trace of ${api}`, ['getTracer', 'setSpan']),
      context: withMethods(`the context of ${api}`, ['active']),
    }),
    tracer: withMethods('a tracer with startSpan()', ['startSpan']),
    recordContent: trueOrFalse,
  });
};

/** The rules for the options of one run. */
export const oneRunRules = (): OptionRules<Pick<RunOptions, OneRunOption>> => ({
  runId: someText,
  abortSignal,
  journal: journalRule,
  seed: advised(someText, (seed) =>
    typeof seed === 'number' ? 'The seed of a model is settings.root.seed.' : undefined,
  ),
});
