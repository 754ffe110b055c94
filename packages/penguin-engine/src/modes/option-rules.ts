import type { LoopLimits } from '@rlm/kernel';
import {
  checkApprover,
  foreignOptions,
  loopLimitRules,
  loopRules,
  missingPrice,
  modelRule,
  oneRunRules,
  parentRule,
  priceOf,
  refuseSecondBudget,
  refuseSecondRetry,
  settingNames,
  toolsRule,
  dataRule,
} from '@rlm/kernel/internal';
import type { PolicyNames } from '@rlm/policies';
import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  advised,
  bound,
  callable,
  numberFrom,
  type OptionRules,
  orFalse,
  type OtherNames,
  refuseOption,
  withMethods,
} from '@rlm/repl-types/internal';

import { messagesRule, requirePrompt } from './message-rules.js';
import type { ContextWindowOptions, ResponseOptions, TaskInput, TaskOptions } from './options.js';
import type { EngineMode } from './result.js';

/** The names of these options in other libraries and in Penguin. */
const otherNames: OtherNames = {
  ...settingNames,
  maxIterations: 'maxSteps',
  maxTurns: 'maxSteps',
  query: 'prompt',
  instructions: 'system',
  history: 'messages',
  maxResultChars: 'limits.maxOutputChars',
  maxRetries: 'retry.attempts',
};

const hints: Readonly<Record<string, string>> = {
  ...foreignOptions,
  output: 'Not supported: runRlm of @rlm/runner has schema.',
  experimentalOutput: 'Not supported: runRlm of @rlm/runner has schema.',
  schema: 'Not supported: runRlm of @rlm/runner has schema.',
};

const guardRule = (): OptionRule =>
  orFalse(withMethods('a guard made by walletGuard()', ['observe', 'reset']));

const responseRules = (registry: PolicyNames | undefined): OptionRules<ResponseOptions> => ({
  ...loopRules(registry),
  ...oneRunRules(),
  limits: fields<LoopLimits>(loopLimitRules()),
  model: required(modelRule),
  prompt: text,
  system: text,
  messages: messagesRule(),
  tools: toolsRule(),
  nativeTools: trueOrFalse,
  maxActionsPerStep: bound(),
  maxContinuations: bound(),
  profile: oneOf('strict', 'compat'),
  guard: guardRule(),
  shouldStop: callable,
  onSuspectedInjection: oneOf('deny', 'ask', 'allow'),
  contextWindow: fields<ContextWindowOptions>({ maxTokens: bound(1), countTokens: callable }),
  events: withMethods('an event hub', ['subscribe', 'publish']),
  parent: parentRule,
});

const taskRule = (): OptionRule =>
  advised(
    fields<TaskInput>({
      id: someText,
      name: text,
      status: advised(
        oneOf('active', 'running'),
        (status) =>
          `A run cannot work on it: ${status === 'pending_review' ? 'approve or reject it first' : "transition it to 'active' first"}.`,
      ),
      progress: numberFrom(0),
      history: listOf(rule('a change', (change) => typeof change === 'object' && change !== null)),
      context: taskContextRule(),
    }),
    () => 'Pass what the model should do as prompt.',
  );

/** The rule for the context of a task. */
const taskContextRule = (): OptionRule => {
  const data = dataRule('text or an object that JSON can hold');
  return {
    expected: data.expected,
    find: (value, option) => (typeof value === 'string' ? undefined : data.find(value, option)),
  };
};

/** Throws `InvalidOptionError` for the first option of a mode that is unknown, missing or wrong. */
export function checkModeOptions(mode: EngineMode, options: unknown): void {
  const registry = (options as Partial<TaskOptions> | null | undefined)?.policyRegistry;
  const rules =
    mode === 'response'
      ? fields<ResponseOptions>(responseRules(registry), otherNames, hints)
      : fields<TaskOptions>(
          { ...responseRules(registry), task: taskRule(), review: oneOf('wait') },
          otherNames,
          hints,
        );
  checkOptions(options, required(rules), refuseOption);
  requirePrompt(options as TaskOptions);
  refuseSecondRetry(options as TaskOptions);
  refuseSecondBudget(options as TaskOptions);
  const { review, journal, parent } = options as TaskOptions;
  if (review === 'wait' && journal === undefined && parent === undefined) {
    const message =
      "Expected review to be 'wait' only with a journal, since only such a run can wait for a person. Pass the option journal.";
    throw refuseOption({ option: 'review', message });
  }
  checkApprover(options as TaskOptions);
  requirePrice(options as TaskOptions);
}

/** Refuses a cost limit without a price: it would never be reached. */
function requirePrice({ model, prices, limits = {}, budget, parent }: TaskOptions): void {
  const maxCostUsd = limits.maxCostUsd ?? budget?.limits.maxCostUsd ?? Infinity;
  const left = Math.min(maxCostUsd, parent?.ledger.remaining().costUsd ?? Infinity);
  if (left === Infinity || priceOf(prices, model, 'model') !== undefined) return;
  throw refuseOption({ option: 'prices', message: missingPrice(model, 'model', prices) });
}
