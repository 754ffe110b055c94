import { definedFields } from '@rlm/repl-types/internal';
import type { Outcome, StopReason } from '@rlm/kernel';
import { resultHead, shortText, showInShort } from '@rlm/kernel/internal';
import { REPLHistory, type REPLEntry } from '@rlm/repl-types';

import { describeError } from './errors.js';
import { noCalls, type RlmResult } from './result.js';
import type { RlmState } from './run/state.js';
import type { RlmAnswer } from './turn/answer.js';

/** The result of a run, from its outcome and its state, which is undefined if the run ended before its session was open. */
export function createResult(outcome: Outcome<RlmAnswer>, state: RlmState | undefined): RlmResult {
  const { answer } = outcome;
  const { history = new REPLHistory(), lastValues = null, coverage = null } = state ?? {};
  const steps = history.entries;
  const head = resultHead(outcome, steps);
  const stop = answer === null ? withRefusals(head.stop, steps, state) : head.stop;
  const fields = definedFields({
    ...head,
    stop,
    answer: answer?.text ?? null,
    value: answer?.value ?? null,
    source: answer?.source ?? null,
    calls: Object.freeze({ ...(state?.scope.calls ?? noCalls) }),
    rewards: outcome.rewards,
    diagnostics: outcome.diagnostics,
    variables: lastValues ?? undefined,
    coverage: coverage ?? undefined,
  });
  const result: RlmResult = {
    ...fields,
    toJSON: () => ({
      ...fields,
      steps: steps.map((step) => step.toJSON()),
      stop:
        stop === null
          ? null
          : definedFields({
              ...stop,
              error: stop.error === undefined ? undefined : describeError(stop.error),
            }),
    }),
  };
  return Object.freeze(showInShort(result, shortOf));
}

/** What a console shows of a result beside how it ended. */
const shortOf = ({ answer }: RlmResult): Readonly<Record<string, unknown>> => ({
  answer: answer === null ? null : shortText(answer),
});

/** Why a run without an answer was stopped, and what became of the answers that were refused. */
function withRefusals(
  stop: StopReason | null,
  steps: readonly REPLEntry[],
  state: RlmState | undefined,
): StopReason | null {
  const inSteps = steps.flatMap(({ refused }) => refused ?? []);
  const all = [...inSteps, ...(state?.scope.lastRefused ? [state.scope.lastRefused] : [])];
  const last = all.at(-1);
  if (stop === null || last === undefined) return stop;
  const many =
    all.length === 1
      ? 'An answer was refused'
      : `${String(all.length)} answers were refused, the last`;
  const message = `${stop.message.replace(/\.$/, '')}. ${many} since: ${last.reason}`;
  return Object.freeze({ ...stop, message });
}
