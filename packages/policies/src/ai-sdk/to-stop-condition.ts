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
import { PolicyError } from '../policy-error.js';
import type { ActionResult, TerminationDecision, TerminationPolicy } from '../shapes/policy.js';
import type { LoopStep } from './stop-condition.js';

/** Options of {@link toStopCondition}. */
export interface StopConditionOptions {
  /** The `task` in the context that policies see. Default: empty. */
  readonly task?: string;
  /** The `maxSteps` in the context that policies see. Default: Infinity. */
  readonly maxSteps?: number;
  /** A clock in milliseconds, for policies that read `metrics.elapsed_ms`. Default: none. */
  readonly now?: () => number;
  /** Called with the decision that stopped the loop. */
  readonly onStop?: (decision: TerminationDecision & { readonly terminate: true }) => void;
}

const policyRule: OptionRule = /* @__PURE__ */ withMethods('a policy', [
  'shouldTerminate',
  'reset',
]);

const optionsRule = (): OptionRule =>
  fields<StopConditionOptions>({
    task: text,
    maxSteps: bound(),
    now: callable,
    onStop: callable,
  });

/** How many earlier results a policy sees in its context. */
const historyWindow = 20;

/**
 * Makes a stop condition from a policy, for a loop such as the AI SDK's (`stopWhen`). Each step becomes an
 * `ActionResult` with a `turn`. The policy is reset when the steps of another loop arrive. Throws `PolicyError`
 * (`invalid_policy`) for a policy that sends answers back (`coverage`), because such a loop ends with any answer.
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
  const { task = '', maxSteps = Infinity, onStop } = options;
  const { now: tellTime } = options;
  const now = tellTime && (() => askHook('now', () => tellTime(), numberFrom(-Infinity)));
  let first: LoopStep | undefined;
  let history: readonly ActionResult[] = [];
  let [seen, started, tokens] = [0, 0, 0];
  let last: TerminationDecision = proceed;

  const decide = (result: ActionResult): TerminationDecision => {
    tokens += result.tokensUsed;
    const metrics = { total_tokens: tokens, ...(now && { elapsed_ms: now() - started }) };
    const context = { task, step: ++seen, maxSteps, history, variables: {}, metrics, config: {} };
    history = [...history.slice(1 - historyWindow), result];
    return checkDecision(policy.name, policy.shouldTerminate(result, context));
  };

  return ({ steps }) => {
    if (steps[0] !== first || steps.length < seen) {
      resetPolicy(policy);
      [first, history, last] = [steps[0], [], proceed];
      [seen, started, tokens] = [0, now?.() ?? 0, 0];
    }
    for (const step of steps.slice(seen)) last = decide(resultOf(step));
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
  return {
    actionType: toolCalls.length > 0 ? 'tool' : 'text',
    success: results.length >= toolCalls.length,
    output: text,
    error: null,
    durationMs: 0,
    tokensUsed: usage?.totalTokens ?? 0,
    metadata: { turn: { reply: text, results, mode: 'response' } },
  };
}
