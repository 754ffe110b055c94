import { optionOf } from './errors.js';
import type { RunEvent } from './events/events.js';
import { conclude } from './loop/conclude.js';
import { close, open } from './loop/lifecycle.js';
import { stopped, type Ending, type Flight, type Part } from './loop/loop-state.js';
import { takeSteps } from './loop/steps.js';
import { Umpire } from './loop/stop-check.js';
import { outcomeOf } from './loop/to-outcome.js';
import { checkRunLoop } from './options/check-run.js';
import type { RunPolicy, RunOptions } from './options/options.js';
import type { Outcome } from './outcome.js';
import type { Protocol } from './protocol.js';
import { RunScope } from './scope/run-scope.js';
import { abortedStop, limitStop, stopOf } from './stop-reasons.js';

/**
 * Runs a protocol until it has its answer or something stops it: the only loop of these packages.
 *
 * It yields events as they happen and returns the run's result; it never throws for what the run did.
 * Leaving it early (`break`) aborts the run and closes the protocol's state. A caller who does not want
 * to stream gives it to {@link collect}; most want a {@link createRun} instead, which drives itself.
 *
 * Throws `InvalidOptionError` at the call when an option has the wrong type or range.
 */
export function runLoop<
  Input,
  State,
  Answer,
  Event extends { readonly type: string },
  Result = Outcome<Answer>,
>(
  protocol: Protocol<Input, State, Answer, Event>,
  input: Input,
  options: RunOptions<Answer, Result> = {},
  policies: readonly RunPolicy[] = [],
): AsyncGenerator<RunEvent<Event, Result>, Result, undefined> {
  checkRunLoop(protocol, options, policies);
  const scope = new RunScope(options);
  const umpire = new Umpire(scope, options, policies);
  const flight = { protocol, input, options, scope, umpire, opened: undefined, steps: 0 };
  const { toResult = (outcome: Outcome<Answer>) => outcome as Result } = options;
  return fly<Input, State, Answer, Result>(flight, toResult);
}

async function* fly<Input, State, Answer, Result>(
  flight: Flight<Input, State, Answer>,
  toResult: (outcome: Outcome<Answer>) => Result,
): Part<Result> {
  const { scope, protocol } = flight;
  const leave = scope.start();
  let ending: Ending<Answer> | undefined;
  try {
    const { maxSteps } = scope;
    scope.announce({ type: 'run-start', protocol: protocol.name, maxSteps });
    ending = yield* endingOf(flight);
  } finally {
    if (ending === undefined) scope.interrupt(abortedStop('its reader left'));
    await close(flight);
    if (ending === undefined) leave();
  }
  if (ending.type === 'stop' && ending.stop.finishReason === 'error') {
    scope.announce({ type: 'error', error: ending.stop.error });
  }
  const result = toResult(outcomeOf(ending, flight.steps, scope));
  scope.announce({ type: 'run-end', result });
  leave();
  yield* scope.mail.take();
  return result;
}

/** From the start to what ends the run, its wrap-up included. */
async function* endingOf<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
): Part<Ending<Answer>> {
  const { ledger, depth } = flight.scope;
  const refused = ledger.refuses(depth);
  if (refused !== undefined) {
    return stopped(limitStop(refused, `The limit ${optionOf[refused]} allows no further run`));
  }
  try {
    const failed = yield* open(flight);
    if (failed !== undefined || flight.opened === undefined) {
      return failed ?? stopped(abortedStop('it was not opened'));
    }
    const ending = yield* attempt(flight, flight.opened);
    return yield* conclude(flight, ending);
  } finally {
    ledger.releaseHold();
  }
}

/** Steps, where what a policy or the protocol throws between them fails the run. */
async function* attempt<Input, State, Answer>(
  flight: Flight<Input, State, Answer>,
  opened: { state: State },
): Part<Ending<Answer>> {
  try {
    return yield* takeSteps(flight, opened);
  } catch (error) {
    return stopped(flight.scope.cut() ?? stopOf(error));
  }
}
