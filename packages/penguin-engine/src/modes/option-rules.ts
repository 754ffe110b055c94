import {
  budgetRule,
  clockRule,
  executorRule,
  journalRule,
  missingPrice,
  modelRule,
  parentRule,
  policyRules,
  priceOf,
  pricesRule,
  refuseSecondBudget,
  refuseSecondRetry,
  retryRule,
  toolsRule,
  replyCapRule,
} from '@rlm/kernel/internal';
import { dataRule } from '@rlm/kernel/tools/internal';
import type { PolicyNames } from '@rlm/policies';
import {
  checkOptions,
  fields,
  listOf,
  oneOf,
  positiveNumber,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  abortSignal,
  advised,
  bound,
  callable,
  numberFrom,
  type OptionRules,
  orFalse,
  type OtherNames,
  refuseOption,
  shape,
  withMethods,
} from '@rlm/repl-types/internal';

import type {
  ContextWindowOptions,
  EngineLimits,
  ResponseOptions,
  TaskInput,
  TaskOptions,
} from './options.js';
import type { EngineMode } from './result.js';

/** What other interfaces call these options. */
const otherNames: OtherNames = {
  maxSteps: 'maxIterations',
  maxTurns: 'maxIterations',
  query: 'prompt',
  instructions: 'system',
  messages: 'history',
  stopWhen: 'policies',
  maxOutputChars: 'maxResultChars',
  maxRetries: 'retry.attempts',
};

const limitsRule = (): OptionRule =>
  fields<EngineLimits>({
    maxTokens: bound(),
    maxCostUsd: numberFrom(0),
    maxCalls: bound(),
    maxSubQueries: bound(),
    maxDepth: bound(),
    timeoutMs: positiveNumber,
    maxOutputTokens: replyCapRule(),
    maxReplyChars: bound(1),
  });

const messageRule = (): OptionRule =>
  shape('a message { role, content }', {
    role: required(oneOf('system', 'user', 'assistant', 'tool')),
    content: required(text),
  });

const guardRule = (): OptionRule =>
  orFalse(withMethods('what walletGuard() gives', ['observe', 'reset']));

const responseRules = (registry: PolicyNames | undefined): OptionRules<ResponseOptions> => ({
  model: required(modelRule),
  prompt: required(text),
  system: text,
  history: listOf(messageRule()),
  tools: toolsRule(),
  nativeTools: trueOrFalse,
  maxIterations: bound(),
  maxActionsPerTurn: bound(),
  maxContinuations: bound(),
  profile: oneOf('strict', 'compat'),
  ...policyRules(registry),
  guard: guardRule(),
  limits: limitsRule(),
  budget: budgetRule,
  abortSignal,
  shouldStop: callable,
  onSuspectedInjection: oneOf('deny', 'ask', 'allow'),
  approve: callable,
  maxResultChars: bound(1),
  contextWindow: fields<ContextWindowOptions>({ maxTokens: bound(1), countTokens: callable }),
  toolTimeoutMs: positiveNumber,
  modelTimeoutMs: positiveNumber,
  stepTimeoutMs: positiveNumber,
  prices: pricesRule,
  events: withMethods('an event hub', ['subscribe', 'publish']),
  throwOnLimit: trueOrFalse,
  throwOnFailure: trueOrFalse,
  runId: someText,
  parent: parentRule,
  clock: clockRule,
  executor: executorRule,
  journal: journalRule,
  seed: someText,
  retry: retryRule(),
});

const taskRule = (): OptionRule =>
  advised(
    fields<TaskInput>({
      id: someText,
      name: text,
      status: advised(
        oneOf('active', 'running'),
        (status) =>
          `a run cannot work on it: ${status === 'pending_review' ? 'approve or reject it first' : "transition it to 'active' first"}`,
      ),
      progress: numberFrom(0),
      history: listOf(rule('a change', (change) => typeof change === 'object' && change !== null)),
      context: taskContextRule(),
    }),
    () => 'what the model is to do goes into prompt',
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
      ? fields<ResponseOptions>(responseRules(registry), otherNames)
      : fields<TaskOptions>(
          { ...responseRules(registry), task: taskRule(), review: oneOf('wait') },
          otherNames,
        );
  checkOptions(options, required(rules), refuseOption);
  refuseSecondRetry(options as TaskOptions);
  refuseSecondBudget(options as TaskOptions);
  const { review, journal, parent } = options as TaskOptions;
  if (review === 'wait' && journal === undefined && parent === undefined) {
    const problem = 'only a run with a journal can wait for a person; give it the option journal';
    throw refuseOption({ option: 'review', problem });
  }
  requirePrice(options as TaskOptions);
}

/** A limit on cost needs a price: without one it would never be reached. */
function requirePrice({ model, prices, limits = {}, budget, parent }: TaskOptions): void {
  const maxCostUsd = limits.maxCostUsd ?? budget?.limits.maxCostUsd ?? Infinity;
  const left = Math.min(maxCostUsd, parent?.ledger.remaining().costUsd ?? Infinity);
  if (left === Infinity || priceOf(prices, model, 'model') !== undefined) return;
  throw refuseOption({ option: 'prices', problem: missingPrice(model, 'model') });
}
