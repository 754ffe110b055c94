import type { RunContext, StopReason } from '@rlm/kernel';
import { cutText } from '@rlm/repl-types';
import { groupThousands, onOneLine } from '@rlm/repl-types/internal';

import { wordsOf } from '../options/dialects.js';
import { onlyProposes } from '../run/query-scope.js';
import type { RlmState } from '../run/state.js';
import { hasValue } from '../session/variables.js';
import { listVariables } from '../turn/what-became.js';

/** The most characters of a policy's reason, and of the list of variables. */
const maxChars = { reason: 400, variables: 1_000 };

/** What the model reads before its last reply: why it is the last, what still runs, what there is. */
export function wrapUpText(stop: StopReason, state: RlmState, context: RunContext): string {
  const { dialects, options } = state.plan;
  const words = dialects.map((dialect) => wordsOf(dialect, options.sandbox.language));
  // If prose only proposes an answer, nothing could confirm it in the last reply.
  const ways = onlyProposes(state.scope)
    ? words.map(({ code }) => `Finish in code: ${code}`)
    : words.map(({ lastReply }) => lastReply);
  const how = ways.find((way) => way !== '') ?? 'Reply with the answer alone.';
  return [
    `The run ends here: ${reasonOf(stop, context)}.`,
    'This is your last reply: give the best answer that you have.',
    `One block of code still runs: end it with the answer. ${how}`,
    `Variables: ${listVariables(variablesOf(state), maxChars.variables)}.`,
    'Say only what your findings support.',
  ].join(' ');
}

function reasonOf(
  { finishReason, code, message }: StopReason,
  { maxSteps, ledger: { limits } }: RunContext,
): string {
  const { maxSubQueries = Infinity } = limits;
  const all = (count: number, what: string): string =>
    count < Infinity ? `all ${groupThousands(count)} ${what} are used` : `all ${what} are used`;
  switch (finishReason) {
    case 'max_steps':
      return maxSteps === 1 ? 'its only turn is used' : all(maxSteps, 'turns');
    case 'max_sub_queries':
      return `${all(maxSubQueries, 'sub-queries')}, and code asked another`;
    case 'max_tokens':
      return 'its tokens are used up';
    case 'max_cost':
      return 'its money is used up';
    case 'max_calls':
      return 'its model calls are used up';
    case 'timeout':
      return code === 'step_timeout' ? 'the last turn took too long' : 'its time is over';
    default:
      return onOneLine(cutText(message, maxChars.reason).text).replace(/\.$/, '');
  }
}

/** The user's variables, and the contexts. */
function variablesOf({ variables, host }: RlmState): Parameters<typeof listVariables>[0] {
  const own = [...variables.values()].filter(
    (variable) => !variable.name.startsWith('_') && hasValue(variable),
  );
  const values = host.values();
  const contexts = host.contexts.map(({ name, typeName, totalLength }) => {
    const value = values.get(name);
    const items = Array.isArray(value) ? value.length : undefined;
    return { name, typeName, totalLength, items };
  });
  return [...own, ...contexts];
}
