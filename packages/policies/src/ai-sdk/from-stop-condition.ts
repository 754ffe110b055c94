import { required, someText } from '@rlm/repl-types/options';
import { callable, checkOption, isPromise, refuseOption } from '@rlm/repl-types/internal';

import { proceed, stop } from '../define/decisions.js';
import { PolicyError } from '../policy-error.js';
import { turnOf } from '../guard/turn-of.js';
import type { ActionResult, TerminationPolicy } from '../shapes/policy.js';
import type { LoopStep, StopCondition } from './stop-condition.js';

/**
 * Makes a policy from a stop condition (`({ steps }) => boolean`). The condition sees all steps since the policy was
 * made or reset. It must answer at once: a promise throws `PolicyError` (`invalid_policy`).
 */
export function fromStopCondition(condition: StopCondition, name?: string): TerminationPolicy {
  checkOption('condition', condition, required(callable), refuseOption);
  checkOption('name', name, someText, refuseOption);
  return policyOf(condition, name ?? condition.name);
}

/** @param given The condition's name; empty if it has none. */
function policyOf(condition: StopCondition, given: string): TerminationPolicy {
  const name = given || 'condition';
  const who = given === '' ? 'A stop condition' : `The stop condition '${given}'`;
  let steps: LoopStep[] = [];
  return {
    name,
    description: name,
    shouldTerminate(result) {
      steps.push(stepOf(result));
      const answer: unknown = condition({ steps });
      if (isPromise(answer) || (typeof answer === 'object' && answer !== null))
        throw new PolicyError('invalid_policy', `'${name}' must not be async`);
      if (answer !== true) return proceed;
      const after = steps.length === 1 ? '1 step' : `${steps.length} steps`;
      return stop(name, `${who} ended the run after ${after}.`);
    },
    reset() {
      steps = [];
    },
  };
}

function stepOf(result: ActionResult): LoopStep {
  const { reply, results } = turnOf(result);
  const toolResults = results.map(({ action, arguments: input, result: output }) => ({
    toolName: action,
    input,
    output,
  }));
  return {
    text: reply,
    toolCalls: toolResults,
    toolResults,
    usage: { totalTokens: result.tokensUsed },
  };
}
