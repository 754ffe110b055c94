import { checkOptions, fields, required, text, type OptionRule } from '@rlm/repl-types/options';
import {
  askHook,
  bound,
  callable,
  checkOption,
  messageOf,
  numberFrom,
  refuseOption,
  tellHook,
  warn,
  withMethods,
} from '@rlm/repl-types/internal';

import { resetPolicy } from '../define/at-once.js';
import { checkDecision } from '../define/check-decision.js';
import { proceed } from '../define/decisions.js';
import { needsOf } from '../define/needs.js';
import { PolicyError } from '../policy-error.js';
import type { ActionResult, TerminationDecision, TerminationPolicy } from '../shapes/policy.js';
import { statedConfidence } from '../stated-confidence.js';
import { checkNeeds } from './check-needs.js';
import { costOfStep, stepPrices, type StepPrices } from './step-cost.js';
import type { LoopStep } from './stop-condition.js';

/** Options of {@link toStopCondition}. */
export interface StopConditionOptions {
  /** The `task` in the context that policies see. Default: empty. */
  readonly task?: string | undefined;
  /** The `maxSteps` in the context that policies see. Default: Infinity. */
  readonly maxSteps?: number | undefined;
  /**
   * A clock in milliseconds (`Date.now`), for policies that read `metrics.elapsed_ms`. The time runs from the end of a
   * loop's first step. Default: none.
   */
  readonly now?: (() => number) | undefined;
  /** What the models cost, for policies that read `metrics.cost_usd`. Default: unknown. */
  readonly prices?: StepPrices | undefined;
  /** Called with the decision that stopped the loop. */
  readonly onStop?:
    | ((decision: TerminationDecision & { readonly terminate: true }) => void)
    | undefined;
}

const policyRule: OptionRule = withMethods('a policy', ['shouldTerminate', 'reset']);

const optionsRule = (): OptionRule =>
  fields<StopConditionOptions>({
    task: text,
    maxSteps: bound(),
    now: callable,
    prices: stepPrices,
    onStop: callable,
  });

/** How many earlier results a policy sees in its context. */
const historyWindow = 20;

/**
 * Makes a stop condition from a policy, for a loop such as the AI SDK's (`stopWhen`). Each step becomes an
 * `ActionResult` with a `turn`. The policy is reset when the steps of another loop arrive. Throws `PolicyError`
 * (`invalid_policy`) for a policy that sends answers back (`coverage`), because such a loop ends with any answer; and
 * for one that could never stop the loop, or that holds such a one: `cost_budget` without `prices`, `wall_clock` without
 * `now`, `reward_threshold` without a reward, `max_steps` without a limit.
 */
export function toStopCondition(
  policy: TerminationPolicy,
  options: StopConditionOptions = {},
): (loop: { steps: readonly LoopStep[] }) => boolean {
  checkOption('policy', policy, required(policyRule), refuseOption);
  checkOptions(options, optionsRule(), refuseOption);
  if (policy.reviewAnswer !== undefined) {
    throw new PolicyError(
      'invalid_policy',
      `toStopCondition: the policy '${policy.name}' sends answers back, and a stop condition cannot. Pass it to a loop as one of its \`policies\`.`,
    );
  }
  const { task = '', maxSteps = Infinity, onStop, now: tellTime, prices } = options;
  checkNeeds(policy, [
    'total_tokens',
    'metadata.confidence',
    ...(tellTime === undefined ? [] : ['elapsed_ms']),
    ...(prices === undefined ? [] : ['cost_usd']),
    ...(maxSteps === Infinity ? [] : ['maxSteps below Infinity']),
  ]);
  const counts = needsOf(policy).some(({ what }) => what === 'total_tokens' || what === 'cost_usd');
  const now = tellTime && (() => askHook('now', () => tellTime(), numberFrom(-Infinity)));
  /** When the loop with this first step began: two loops may take turns. */
  const starts = new WeakMap<LoopStep, number>();
  let first: LoopStep | undefined;
  let history: readonly ActionResult[] = [];
  let [seen, started, tokens, costUsd] = [0, 0, 0, 0];
  let last: TerminationDecision = proceed;
  let isWarned = false;

  const warnOnce = (message: string): void => {
    if (!isWarned) warn(`toStopCondition: ${message}`);
    isWarned = true;
  };

  const decide = (step: LoopStep): TerminationDecision => {
    const result = resultOf(step);
    tokens += result.tokensUsed;
    if (prices !== undefined) costUsd += costOfStep(step, prices);
    if (counts && result.tokensUsed === 0) {
      warnOnce(
        'a step of the loop does not tell its tokens, and a budget of the policy counts them',
      );
    }
    const metrics = {
      total_tokens: tokens,
      ...(now && { elapsed_ms: now() - started }),
      ...(prices && { cost_usd: costUsd }),
    };
    const context = { task, step: ++seen, maxSteps, history, variables: {}, metrics, config: {} };
    history = [...history.slice(1 - historyWindow), result];
    const decision = checkDecision(policy.name, policy.shouldTerminate(result, context));
    if (!decision.terminate && decision.note !== undefined)
      warnOnce(`the policy '${policy.name}' says: ${decision.note}`);
    return decision;
  };

  return ({ steps }) => {
    const [begun] = steps;
    if (begun !== first || steps.length < seen) {
      resetPolicy(policy);
      [first, history, last] = [begun, [], proceed];
      started = (begun && starts.get(begun)) ?? now?.() ?? 0;
      if (begun !== undefined) starts.set(begun, started);
      [seen, tokens, costUsd] = [0, 0, 0];
    }
    for (const step of steps.slice(seen)) last = decide(step);
    const { terminate } = last;
    if (last.terminate) tell(onStop, last);
    return terminate;
  };
}

/** Reports what stopped the loop. An error of the hook must not end the loop in another way. */
function tell(
  onStop: StopConditionOptions['onStop'],
  decision: TerminationDecision & { readonly terminate: true },
): void {
  tellHook(onStop, [decision], (fault) => {
    warn(`onStop of a stop condition failed: ${messageOf(fault)}`);
  });
}

function resultOf({ text, toolCalls, toolResults, usage }: LoopStep): ActionResult {
  const results = toolResults.map(({ toolName, input, output }) => ({
    action: toolName,
    result: typeof output === 'string' ? output : JSON.stringify(output ?? null),
    status: 'completed',
    arguments: input,
  }));
  const confidence = statedConfidence(text);
  return {
    actionType: toolCalls.length > 0 ? 'tool' : 'text',
    success: results.length >= toolCalls.length,
    output: text,
    error: null,
    durationMs: 0,
    tokensUsed: usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    metadata: {
      turn: { reply: text, results, mode: 'response' },
      confidence,
    },
  };
}
