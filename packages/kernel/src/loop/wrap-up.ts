import { awaitHook, messageOf } from '@rlm/repl-types/internal';

import type { Amounts } from '../contract/ledger.js';
import { EffectTimeoutError } from '../errors.js';
import { detailsOf } from '../model/errors.js';
import { runDefaults } from '../options/options.js';
import type { RunScope } from '../scope/run-scope.js';
import type { StopReason } from '../contract/stop-reason.js';
import { limitStop } from '../stop-reasons.js';
import type { Ending, LoopState } from './loop-state.js';
import { waitFor } from './wait.js';

/** Asks the protocol for its best answer after a limit, a policy or a guard stopped the run. */
export async function wrapUp<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  ending: Ending<Answer>,
): Promise<Ending<Answer>> {
  const { protocol, scope, opened } = loop;
  if (ending.type === 'final' || opened === undefined || protocol.wrapUp === undefined) {
    return ending;
  }
  const { stop } = ending;
  const isWorthwhile = loop.steps > 0 && mayAskAgain(stop);
  if ((outranksStops(stop) && !isWorthwhile) || ending.answer !== null) return ending;

  scope.step = loop.steps + 1;
  scope.ledger.beginWrapUp();
  scope.announce({ type: 'wrap-up-start', stop });
  const { wrapUpTimeoutMs = runDefaults.wrapUpTimeoutMs } = loop.options;
  const leave = scope.enterPhase(wrapUpTimeoutMs, (ms) =>
    limitStop('timeout', `The wrap-up took longer than the ${ms} ms that wrapUpTimeoutMs allows`),
  );
  try {
    const wrappingUp = awaitHook(() => protocol.wrapUp?.(opened.state, stop, scope.context));
    const waited = await waitFor(scope, wrappingUp);
    const answer = waited.type === 'done' ? (waited.value ?? null) : null;
    if (waited.type === 'failed') {
      scope.diagnose({ code: 'wrap_up_failed', message: messageOf(waited.error) });
    }
    if (waited.type === 'abandoned') {
      scope.diagnose({ code: 'wrap_up_left_behind', message: 'The wrap-up did not end in time' });
    }
    scope.announce({ type: 'wrap-up-end', answered: answer !== null });
    const interruption = scope.interruption();
    const isOver = interruption !== undefined && outranksStops(interruption);
    return { type: 'stop', stop: isOver ? interruption : stop, answer };
  } finally {
    leave();
  }
}

/**
 * Whether a run ends without a wrap-up: its caller aborted it, it failed, or it waits for a
 * decision.
 */
function outranksStops({ finishReason }: StopReason): boolean {
  return finishReason === 'aborted' || finishReason === 'error' || finishReason === 'suspended';
}

/**
 * Whether a run that failed may ask the model once more, for what was found: a call stalled, or the prompt was too long, which the
 * protocol has shortened.
 */
function mayAskAgain({ finishReason, error }: StopReason): boolean {
  if (finishReason !== 'error') return false;
  if (EffectTimeoutError.isInstance(error)) return error.isRetryable;
  const { promptTooLong = false, timedOut = false } = detailsOf(error) ?? {};
  return promptTooLong || timedOut;
}

/** The least share of the budget that is reserved for the wrap-up. */
const reservedShare = 0.1;

/**
 * Reserves what `wrapUp` will need, if the budget has it; the returned function renews that after a
 * step.
 */
export function keepWrapUpReserve(
  scope: RunScope,
  wrapUp: Partial<Amounts> | undefined,
): () => void {
  // Many runs that share a budget would reserve all of it.
  const { tokens, costUsd } = scope.ledger.account.remainingOfTree();
  const share = (amount: number): number => (amount === Infinity ? 0 : amount * reservedShare);
  const wanted = { calls: 1, inputTokens: share(tokens), costUsd: share(costUsd), ...wrapUp };
  const renew = (): void => {
    scope.ledger.reserveForWrapUp(wanted);
  };
  renew();
  return renew;
}
