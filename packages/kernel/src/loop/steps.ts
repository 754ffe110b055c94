import type { ActionResult } from '@rlm/policies';
import { askHook, awaitHook } from '@rlm/repl-types/internal';

import type { PublishedEvent } from '../events/events.js';
import type { Protocol, StepOutcome } from '../protocol.js';
import type { StopReason } from '../stop-reason.js';
import type { RunScope } from '../scope/run-scope.js';
import { abortedStop, stopOf, timeoutStop } from '../stop-reasons.js';
import { keepConcludeReserve } from './conclude.js';
import { stopped, type Ending, type LoopState, type LoopPart } from './loop-state.js';
import type { RunView } from './stop-check.js';
import { waitFor, withGrace, type Waited } from './wait.js';

/** Takes steps until one has the answer, or something stops the run. */
export async function* takeSteps<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  opened: { state: State },
): LoopPart<Ending<Answer>> {
  const { protocol, scope, stopCheck, options } = loop;
  const renewReserve =
    protocol.conclude === undefined ? undefined : keepConcludeReserve(scope, options.wrapUp);
  const view = (): RunView => ({
    variables: askHook('variables()', () => protocol.variables?.(opened.state)) ?? {},
    metrics: askHook('metrics()', () => protocol.metrics?.(opened.state)) ?? {},
  });
  scope.review = (result) => stopCheck.review(loop.steps + 1, result, view);

  for (;;) {
    const early = await stopCheck.before(loop.steps, view);
    if (early !== undefined) return stopped(early);

    const startedAt = scope.clock.now();
    scope.step = loop.steps + 1;
    scope.announce({ type: 'step-start' });
    const leave = scope.enterPhase(options.stepTimeoutMs, (ms) => timeoutStop('step_timeout', ms));
    let waited: Waited<StepOutcome<State, Answer>>;
    let interruption;
    try {
      waited = yield* takeStep(protocol, opened.state, scope);
      interruption = scope.interruption();
    } finally {
      leave();
    }
    if (waited.type === 'failed') return stopped(interruption ?? stopOf(waited.error));
    if (waited.type === 'abandoned')
      return stopped(interruption ?? abortedStop('the step was left'));

    const outcome = waited.value;
    opened.state = outcome.state;
    // It rejects where the run is over, which is seen below.
    if (interruption === undefined) await scope.effects.lookOnce().catch(() => undefined);
    if (outcome.type === 'final' && !stopCheck.hasReviewed(loop.steps + 1))
      await reviewLate(scope, outcome.result);
    loop.steps += 1;
    const durationMs = scope.clock.now() - startedAt;
    const own = outcome.type === 'stop' ? outcome.stop : undefined;
    const isSettled = own !== undefined && outranksPolicies(own);
    const { result, reward, failure } = isSettled
      ? { result: outcome.result }
      : await stopCheck.appraise(loop.steps, outcome.result, view);
    const rewarded = reward === undefined ? {} : { reward };
    scope.announce({ type: 'step-end', result, durationMs, ...rewarded });

    if (outcome.type === 'final') {
      if (failure !== undefined) scope.diagnose({ code: failure.code, message: failure.message });
      return { type: 'final', answer: outcome.answer };
    }
    if (interruption !== undefined) return stopped(interruption);
    if (isSettled) return stopped(own);
    if (failure !== undefined) throw failure;
    const late = await stopCheck.after(loop.steps, result, view, own);
    if (late !== undefined) return stopped(late);
    renewReserve?.();
  }
}

/** Whether a stop of the protocol stands whatever the policies say: an abort, an error, a stop that the caller asked for. */
function outranksPolicies({ finishReason }: StopReason): boolean {
  return finishReason === 'aborted' || finishReason === 'error' || finishReason === 'stopped';
}

/** Tells of a policy that would have sent an answer back which nobody asked it about: host code's own, or that of a protocol which does not ask. */
async function reviewLate(scope: RunScope, result: ActionResult): Promise<void> {
  const sent = await scope.review(result);
  if (sent === undefined) return;
  const message = `The answer did not come from the model's own turn, so it stands, though a policy (${sent.code}) would send it back: ${sent.reason}`;
  scope.diagnose({ code: 'answer_not_sent_back', message });
}

/** Drives one step of a protocol to its end, or until the run is interrupted. */
async function* takeStep<State, Answer>(
  protocol: Protocol<never, State, Answer, { readonly type: string }>,
  state: State,
  scope: RunScope,
): AsyncGenerator<PublishedEvent, Waited<StepOutcome<State, Answer>>, undefined> {
  const iterator = protocol.step(state, scope.context);
  let unfinished = true;
  try {
    for (;;) {
      const waited = yield* waitFor(
        scope,
        awaitHook(() => iterator.next()),
      );
      if (waited.type !== 'done') {
        unfinished = false;
        if (waited.type === 'abandoned') leaveStep(iterator).catch(() => undefined);
        return waited;
      }
      const { value } = waited;
      if (value.done === true) {
        unfinished = false;
        return { type: 'done', value: value.value };
      }
      scope.publish(value.value);
      if (scope.interruption() !== undefined) {
        unfinished = false;
        yield* waitFor(scope, leaveStep(iterator));
        return { type: 'abandoned' };
      }
    }
  } finally {
    // Only a reader that leaves the loop early gets here with the step under way.
    if (unfinished) {
      scope.interrupt(abortedStop('its reader left'));
      const ending = leaveStep(iterator);
      await withGrace(scope, 'step_left_behind', ending).catch(() => undefined);
    }
  }
}

/** Has a step that is not wanted any more end. */
function leaveStep(iterator: { return: (value: never) => Promise<unknown> }): Promise<unknown> {
  return awaitHook(() => iterator.return(undefined as never));
}
