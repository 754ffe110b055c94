import type { PublishedEvent } from '../events/events.js';
import type { Protocol, StepOutcome, StopReason } from '../protocol.js';
import type { RunScope } from '../scope/run-scope.js';
import { abortedStop, stopOf, timeoutStop } from '../stop-reasons.js';
import { keepConcludeReserve } from './conclude.js';
import { stopped, type Ending, type LoopState, type LoopPart } from './loop-state.js';
import { waitFor, withGrace, type Waited } from './wait.js';

/** Takes steps until one has the answer, or something stops the run. */
export async function* takeSteps<Input, State, Answer>(
  loop: LoopState<Input, State, Answer>,
  opened: { state: State },
): LoopPart<Ending<Answer>> {
  const { protocol, scope, stopCheck, options } = loop;
  const renewReserve =
    protocol.conclude === undefined ? undefined : keepConcludeReserve(scope, options.wrapUp);
  const variables = (): Readonly<Record<string, unknown>> =>
    protocol.variables?.(opened.state) ?? {};

  for (;;) {
    const early = stopCheck.before(loop.steps, variables);
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
    loop.steps += 1;
    const durationMs = scope.clock.now() - startedAt;
    const own = outcome.type === 'stop' ? outcome.stop : undefined;
    const isSettled = own !== undefined && outranksPolicies(own);
    const { result, reward, failure } = isSettled
      ? { result: outcome.result }
      : stopCheck.appraise(loop.steps, outcome.result, variables);
    const rewarded = reward === undefined ? {} : { reward };
    scope.announce({ type: 'step-end', result, durationMs, ...rewarded });

    if (outcome.type === 'final') {
      if (failure !== undefined) scope.diagnose({ code: failure.code, message: failure.message });
      return { type: 'final', answer: outcome.answer };
    }
    if (interruption !== undefined) return stopped(interruption);
    if (isSettled) return stopped(own);
    if (failure !== undefined) throw failure;
    const late = stopCheck.after(loop.steps, result, variables, own);
    if (late !== undefined) return stopped(late);
    renewReserve?.();
  }
}

/** Whether a stop of the protocol stands whatever the policies say: an abort, an error, a stop that the caller asked for. */
function outranksPolicies({ finishReason }: StopReason): boolean {
  return finishReason === 'aborted' || finishReason === 'error' || finishReason === 'stopped';
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
      const waited = yield* waitFor(scope, iterator.next());
      if (waited.type !== 'done') {
        unfinished = false;
        if (waited.type === 'abandoned') iterator.return(undefined as never).catch(() => undefined);
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
        yield* waitFor(scope, iterator.return(undefined as never));
        return { type: 'abandoned' };
      }
    }
  } finally {
    // Only a reader that leaves the loop early gets here with the step under way.
    if (unfinished) {
      scope.interrupt(abortedStop('its reader left'));
      const ending = iterator.return(undefined as never);
      await withGrace(scope, 'step_left_behind', ending).catch(() => undefined);
    }
  }
}
