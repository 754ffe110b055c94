import type { PublishedEvent } from '../events/events.js';
import type { StepOutcome, StopReason, Protocol } from '../protocol.js';
import type { RunScope } from '../scope/run-scope.js';
import { abortedStop, stopOf, timeoutStop } from '../stop-reasons.js';
import { holdWrapUp } from './conclude.js';
import { stopped, type Ending, type Flight, type Part } from './loop-state.js';
import { attend, within, type Attended } from './wait.js';

/** Takes steps until one has the answer, or something stops the run. */
export async function* takeSteps<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
  opened: { state: State },
): Part<Ending<Answer>> {
  const { protocol, scope, umpire, options } = flight;
  const renewHold = protocol.conclude === undefined ? undefined : holdWrapUp(scope, options.wrapUp);
  const variables = (): Readonly<Record<string, unknown>> =>
    protocol.variables?.(opened.state) ?? {};

  for (;;) {
    const early = umpire.before(flight.steps, variables);
    if (early !== undefined) return stopped(early);

    const startedAt = scope.clock.now();
    scope.step = flight.steps + 1;
    scope.announce({ type: 'step-start' });
    const leave = scope.enterPhase(options.stepTimeoutMs, (ms) => timeoutStop('step_timeout', ms));
    let attended: Attended<StepOutcome<State, Answer>>;
    let cut;
    try {
      attended = yield* takeStep(protocol, opened.state, scope);
      cut = scope.cut();
    } finally {
      leave();
    }
    if (attended.type === 'failed') return stopped(cut ?? stopOf(attended.error));
    if (attended.type === 'left-behind') return stopped(cut ?? abortedStop('the step was left'));

    const outcome = attended.value;
    opened.state = outcome.state;
    flight.steps += 1;
    const durationMs = scope.clock.now() - startedAt;
    const own = outcome.type === 'stop' ? outcome.stop : undefined;
    const stands = own !== undefined && outranksPolicies(own);
    const { result, reward, failure } = stands
      ? { result: outcome.result }
      : umpire.appraise(flight.steps, outcome.result, variables);
    const valued = reward === undefined ? {} : { reward };
    scope.announce({ type: 'step-end', result, durationMs, ...valued });

    if (outcome.type === 'final') {
      if (failure !== undefined) scope.diagnose({ code: failure.code, message: failure.message });
      return { type: 'final', answer: outcome.answer };
    }
    if (cut !== undefined) return stopped(cut);
    if (stands) return stopped(own);
    if (failure !== undefined) throw failure;
    const late = umpire.after(flight.steps, result, variables, own);
    if (late !== undefined) return stopped(late);
    renewHold?.();
  }
}

/** Whether what a protocol stopped a run for is above what policies may say: an abort, an error, a wish of the caller. */
function outranksPolicies({ finishReason }: StopReason): boolean {
  return finishReason === 'aborted' || finishReason === 'error' || finishReason === 'stopped';
}

/** Drives one step of a protocol to its end, or to where the run is cut short. */
async function* takeStep<State, Answer>(
  protocol: Protocol<never, State, Answer, { readonly type: string }>,
  state: State,
  scope: RunScope,
): AsyncGenerator<PublishedEvent, Attended<StepOutcome<State, Answer>>, undefined> {
  const iterator = protocol.step(state, scope.context);
  let unfinished = true;
  try {
    for (;;) {
      const attended = yield* attend(scope, iterator.next());
      if (attended.type !== 'done') {
        unfinished = false;
        if (attended.type === 'left-behind')
          iterator.return(undefined as never).catch(() => undefined);
        return attended;
      }
      const { value } = attended;
      if (value.done === true) {
        unfinished = false;
        return { type: 'done', value: value.value };
      }
      scope.publish(value.value);
      if (scope.cut() !== undefined) {
        unfinished = false;
        yield* attend(scope, iterator.return(undefined as never));
        return { type: 'left-behind' };
      }
    }
  } finally {
    // Only a reader that leaves the loop early gets here with the step under way.
    if (unfinished) {
      scope.interrupt(abortedStop('its reader left'));
      const ending = iterator.return(undefined as never);
      await within(scope, 'step_left_behind', ending).catch(() => undefined);
    }
  }
}
