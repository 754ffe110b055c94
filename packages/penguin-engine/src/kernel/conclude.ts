import { attend, invoke } from './attend.js';
import type { Ending, Flight, Part } from './flight.js';
import { runDefaults } from './run-defaults.js';
import { limitStop, messageOf } from './stop-reasons.js';

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
