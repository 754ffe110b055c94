import type { ActionResult } from '@rlm/policies';
import { askHook, awaitHook, describeValue, refuseOption } from '@rlm/repl-types/internal';

import type { StepOutcome } from '../protocol.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { RunScope } from '../scope/run-scope.js';
import { abortedStop, stopOf, timeoutStop } from '../stop-reasons.js';
import { keepWrapUpReserve } from './wrap-up.js';
import type { Appraisal } from './opinion.js';
import { stopped, type Ending, type LoopState } from './loop-state.js';
import type { RunView } from './policy-desk.js';
import { waitFor, type Waited } from './wait.js';

/** Takes steps until one has the answer, or something stops the run. */
export async function takeSteps<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  opened: { state: State },
): Promise<Ending<Answer>> {
  const { protocol, scope, stopCheck, options } = loop;
  const renewReserve =
    protocol.wrapUp === undefined || options.isWrapUpFree === true
      ? undefined
      : keepWrapUpReserve(scope, options.wrapUp);
  const view = (): RunView => ({
    variables: askHook('variables()', () => protocol.variables?.(opened.state)) ?? {},
    metrics: askHook('metrics()', () => protocol.metrics?.(opened.state)) ?? {},
  });
  scope.review = (result) => stopCheck.review(loop.steps + 1, result, view);

  for (;;) {
    const early = await stopCheck.before(loop.steps, view);
    if (early !== undefined) return stopped(early);

    const startedAt = scope.now();
    scope.step = loop.steps + 1;
    scope.announce({ type: 'step-start' });
    const leave = scope.enterPhase(options.stepTimeoutMs, (ms) => timeoutStop('step_timeout', ms));
    let waited: Waited<StepOutcome<State, Answer>>;
    let interruption;
    try {
      waited = await waitFor(
        scope,
        awaitHook(() => protocol.step(opened.state, scope.context)),
      );
      interruption = scope.interruption();
    } finally {
      leave();
    }
    if (waited.type === 'failed') return stopped(interruption ?? stopOf(waited.error));
    if (waited.type === 'abandoned')
      return stopped(interruption ?? abortedStop('the step was abandoned'));

    const outcome = waited.value;
    checkOutcome(outcome);
    opened.state = outcome.state;
    // Rejects if the run is over, which is checked below.
    if (interruption === undefined) await scope.effects.refreshOnce()?.catch(() => undefined);
    if (outcome.type === 'final' && !stopCheck.hasReviewed(loop.steps + 1))
      await reviewLate(scope, outcome.result);
    loop.steps += 1;
    const durationMs = scope.now() - startedAt;
    const own = outcome.type === 'stop' ? outcome.stop : undefined;
    const isSettled = own !== undefined && outranksPolicies(own);
    const { result, reward, failure }: Appraisal = isSettled
      ? { result: outcome.result }
      : await stopCheck.appraise(loop.steps, outcome.result, view);
    scope.announce({ type: 'step-end', result, durationMs, reward });

    if (outcome.type === 'final') {
      if (failure !== undefined) scope.diagnose({ code: failure.code, message: failure.message });
      return { type: 'final', answer: outcome.answer };
    }
    if (interruption !== undefined) return stopped(interruption);
    if (isSettled) return stopped(own);
    if (failure !== undefined) throw failure;
    const late = await stopCheck.after(loop.steps, result, view, own);
    if (late !== undefined) {
      return stopped(late, late === own && outcome.type === 'stop' ? outcome.answer : undefined);
    }
    renewReserve?.();
  }
}

/**
 * Whether a stop of the protocol is final whatever the policies say: an abort, an error, a stop
 * that the caller asked for.
 */
function outranksPolicies({ finishReason }: StopReason): boolean {
  return finishReason === 'aborted' || finishReason === 'error' || finishReason === 'stopped';
}

/**
 * Reports a policy that would have sent back an answer which was not reviewed in time: one of host
 * code, or of a protocol that does not ask for reviews.
 */
async function reviewLate(scope: RunScope, result: ActionResult): Promise<void> {
  const sent = await scope.review(result);
  if (sent === undefined) return;
  const message = `The answer was kept, because it did not come from the model itself. A policy (${sent.code}) would have sent it back: ${sent.reason}`;
  scope.diagnose({ code: 'answer_not_sent_back', message });
}

/** Throws for a step that is written as a generator, or returns nothing. */
function checkOutcome(outcome: unknown): void {
  const { type } = (outcome ?? {}) as { readonly type?: unknown };
  if (type === 'continue' || type === 'final' || type === 'stop') return;
  throw refuseOption({
    option: 'protocol',
    message: `Expected step() of protocol to return a promise of { type: 'continue' | 'final' | 'stop', ... }, got ${describeValue(outcome)}. Publish events with context.emit().`,
  });
}
