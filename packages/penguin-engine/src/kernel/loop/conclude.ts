import type { Amounts } from '../budget/ledger.js';
import { runDefaults } from '../options/options.js';
import type { RunScope } from '../scope/run-scope.js';
import { limitStop, messageOf } from '../stop-reasons.js';
import type { Ending, Flight, Part } from './loop-state.js';
import { attend, invoke } from './wait.js';

/** Asks the protocol for its best answer when a limit, a policy or a guard stopped the run. */
export async function* conclude<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
  ending: Ending<Answer>,
): Part<Ending<Answer>> {
  const { protocol, scope, opened } = flight;
  if (ending.type === 'final' || opened === undefined || protocol.conclude === undefined) {
    return ending;
  }
  const { stop } = ending;
  if (stop.finishReason === 'aborted' || stop.finishReason === 'error') return ending;

  scope.step = flight.steps + 1;
  scope.ledger.releaseHold();
  scope.announce({ type: 'conclude-start', stop });
  const { concludeTimeoutMs = runDefaults.concludeTimeoutMs } = flight.options;
  const leave = scope.enterPhase(concludeTimeoutMs, (ms) =>
    limitStop('timeout', `The wrap-up took longer than ${ms} ms, which concludeTimeoutMs allows`),
  );
  try {
    const concluding = invoke(() => protocol.conclude?.(opened.state, stop, scope.context));
    const attended = yield* attend(scope, concluding);
    const answer = attended.type === 'done' ? (attended.value ?? null) : null;
    if (attended.type === 'failed') {
      scope.diagnose({ code: 'conclude_failed', message: messageOf(attended.error) });
    }
    if (attended.type === 'left-behind') {
      scope.diagnose({ code: 'conclude_left_behind', message: 'The wrap-up did not end in time' });
    }
    scope.announce({ type: 'conclude-end', answered: answer !== null });
    const aborted = scope.cut()?.finishReason === 'aborted' ? scope.cut() : undefined;
    return { type: 'stop', stop: aborted ?? stop, answer };
  } finally {
    leave();
  }
}

/** The part of a budget that is kept back for the wrap-up, at least. */
const keptShare = 0.1;

/** Keeps back what `conclude` will need, as far as the budget has it; the function renews it after a step. */
export function holdWrapUp(scope: RunScope, wrapUp: Partial<Amounts> | undefined): () => void {
  const { tokens, costUsd } = scope.ledger.remaining();
  const share = (amount: number): number => (amount === Infinity ? 0 : amount * keptShare);
  const wanted = { calls: 1, inputTokens: share(tokens), costUsd: share(costUsd), ...wrapUp };
  const renew = (): void => {
    scope.ledger.holdBack(wanted);
  };
  renew();
  return renew;
}
