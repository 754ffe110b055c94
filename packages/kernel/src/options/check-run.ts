import {
  checkOptions,
  fields,
  listOf,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  abortSignal,
  anything,
  bound,
  callable,
  checkOption,
  numberFrom,
  type OptionRules,
  refuseOption,
  shape,
  withMethods,
} from '@rlm/repl-types/internal';

import type { Amounts, ReplyCaps, RunLimits } from '../contract/ledger.js';
import { budgetRule } from '../budget/budget.js';
import { retryRule } from '../effects/retry.js';
import { clockRule } from '../platform/clock.js';
import { scopeKey } from '../contract/context.js';
import type { CreateRunOptions } from './options.js';

/** What performs effects. */
export const executorRule: OptionRule = withMethods('an object with execute()', ['execute']);

/** A journal that a store made. */
export const journalRule: OptionRule = withMethods('a journal from create() or open() of a store', [
  'begin',
  'stream',
  'readBlob',
  'end',
  'close',
]);

/** The context of a run of this kernel. */
export const parentRule: OptionRule = rule(
  'the context of a run',
  (value) =>
    typeof value === 'object' && value !== null && Reflect.get(value, scopeKey) !== undefined,
);

/** A termination policy. */
export const policyRule: OptionRule = withMethods('a policy with shouldTerminate() and reset()', [
  'shouldTerminate',
  'reset',
]);

/** A reward policy. */
export const rewardRule: OptionRule = withMethods('a reward policy with calculate()', [
  'calculate',
]);

const policiesRule = (): OptionRule =>
  listOf({
    expected: policyRule.expected,
    find: (value, option) =>
      typeof value === 'function' ? undefined : policyRule.find(value, option),
  });

/** Limits as a program sets them: 0 is legal, since a share of a larger budget may be nothing. */
const limitsRule = (): OptionRule =>
  fields<RunLimits>({
    maxTokens: numberFrom(0),
    maxCostUsd: numberFrom(0),
    maxCalls: bound(),
    maxSubQueries: bound(),
    maxDepth: bound(),
    timeoutMs: numberFrom(0),
    maxOutputTokens: replyCapRule(),
  });

/** One number of tokens, or one for each kind of call. */
export const replyCapRule = (): OptionRule => {
  const caps = fields<ReplyCaps>({ root: bound(1), sub: bound(1) });
  return {
    expected: `${bound(1).expected}, or { root, sub }`,
    find: (value, option) =>
      (typeof value === 'object' && value !== null ? caps : bound(1)).find(value, option),
  };
};

const amountsRule = (): OptionRule =>
  fields<Omit<Amounts, 'estimated'>>({
    inputTokens: numberFrom(0),
    cachedInputTokens: numberFrom(0),
    outputTokens: numberFrom(0),
    costUsd: numberFrom(0),
    calls: numberFrom(0),
    subQueries: numberFrom(0),
  });

/** What an outcome has among its diagnostics from the start. */
export const diagnosticsRule = (): OptionRule =>
  listOf(
    shape('a diagnostic { code, message }', { code: required(text), message: required(text) }),
  );

const runRules = (): OptionRules<CreateRunOptions> => ({
  runId: someText,
  parent: parentRule,
  maxSteps: bound(),
  limits: limitsRule(),
  budget: budgetRule,
  wrapUp: amountsRule(),
  stepTimeoutMs: numberFrom(0),
  wrapUpTimeoutMs: numberFrom(0),
  graceMs: numberFrom(0),
  maxErrors: bound(1),
  guards: policiesRule(),
  abortSignal,
  clock: clockRule,
  executor: executorRule,
  journal: journalRule,
  seed: someText,
  name: text,
  retry: retryRule(),
  reward: rewardRule,
  confidence: callable,
  diagnostics: diagnosticsRule(),
  task: text,
  config: anything,
  historyWindow: bound(),
  toResult: callable,
  policies: policiesRule(),
  eventBuffer: bound(),
  maxEventBytes: bound(1),
  throwOnLimit: trueOrFalse,
  throwOnFailure: trueOrFalse,
});

function checkProtocol(protocol: unknown): void {
  const protocolRule = withMethods('an object with open() and step()', ['open', 'step']);
  checkOption('protocol', protocol, required(protocolRule), refuseOption);
}

/** Throws `InvalidOptionError` for the first argument of `createRun` that is wrong. */
export function checkCreateRun(protocol: unknown, options: unknown): void {
  checkOptions(options, fields<CreateRunOptions>(runRules()), refuseOption);
  refuseSecondRetry(options as CreateRunOptions | undefined);
  refuseSecondBudget(options as CreateRunOptions | undefined);
  checkProtocol(protocol);
}

/** Refuses a budget for a child run, which spends its root's. */
export function refuseSecondBudget({
  budget,
  parent,
}: Pick<CreateRunOptions, 'budget' | 'parent'> = {}): void {
  if (budget === undefined || parent === undefined) return;
  const message =
    'Expected budget to be omitted in a child run, which uses the budget of its root. Pass it to the root, or limit the child with limits.';
  throw refuseOption({ option: 'budget', message });
}

/**
 * Refuses retry options beside an executor, which has its own, and for a child run, which uses its
 * root's.
 */
export function refuseSecondRetry({
  retry,
  executor,
  parent,
}: Pick<CreateRunOptions, 'retry' | 'executor' | 'parent'> = {}): void {
  if (retry === undefined || (executor === undefined && parent === undefined)) return;
  const message =
    executor === undefined
      ? 'Expected retry to be omitted in a child run, which retries as its root does. Pass it to the root.'
      : 'Expected retry to be omitted with an executor, which has its own. Pass it to createInProcessExecutor.';
  throw refuseOption({ option: 'retry', message });
}
