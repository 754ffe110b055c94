import { EventBroadcast } from './events/event-broadcast.js';
import { defaultMaxEventBytes } from './events/event-buffer.js';
import type { PublishedEvent, RunEvent } from './events/events.js';
import { checkCreateRun } from './options/check-run.js';
import type { CheckedRunOptions, CreateRunOptions } from './options/options.js';
import type { Outcome } from './contract/outcome.js';
import type { Protocol } from './protocol.js';
import { turnToStart } from './platform/system.js';
import { makePolicies } from './policies/make-policies.js';
import { prepareRun } from './run-loop.js';
import { placeRun } from './scope/place-run.js';
import { scopeOf } from './scope/run-scope.js';

/**
 * A run in progress: what every loop of these packages returns.
 *
 * Awaiting `result` is enough to drive it. Reading its events is optional, and never blocks it.
 * Leaving a `for await` over the events early aborts the run. `result` does not reject for anything
 * the run did, unless `throwOnLimit` or `throwOnFailure` asks for it.
 */
export interface Run<Event, Result> extends AsyncIterable<Event> {
  readonly id: string;
  readonly result: Promise<Result>;
  abort(reason?: unknown): void;
}

const defaultEventBuffer = 1024;

/**
 * Starts a run of a protocol, and returns it as a value that drives itself: awaiting `result` is
 * enough, and reading events is optional and never slows it down.
 *
 * A reader that subscribes at once and keeps up misses no event; a late one gets the last events
 * that were kept. The kept events are limited in bytes: beyond that, long texts of
 * the oldest events are shortened, then the oldest are dropped, and an event `events-dropped` says
 * how many.
 *
 * A child run, from within a protocol:
 *
 *     const child = createRun(protocol, question, { parent: context, maxSteps: 10 });
 *     const outcome = await child.result;
 *
 * It shares the parent's ledger, executor, clock and abort signal. If it is deeper than the budget
 * allows, it ends at once with `finishReason` `max_depth`.
 *
 * Throws `InvalidOptionError` at once if an option has the wrong type or range.
 */
export function createRun<
  Input,
  State,
  Answer,
  Event extends { readonly type: string },
  Result = Outcome<Answer>,
>(
  protocol: Protocol<Input, State, Answer, Event>,
  input: Input,
  options: CreateRunOptions<Answer, Result, State> = {},
): Run<RunEvent<Event, Result>, Result> {
  checkCreateRun(protocol, options);
  return createCheckedRun(protocol, input, options);
}

/**
 * Does the same for a loop of these packages, whose own rules have checked the caller's options.
 */
export function createCheckedRun<
  Input,
  State,
  Answer,
  Event extends { readonly type: string },
  Result = Outcome<Answer>,
>(
  protocol: Protocol<Input, State, Answer, Event>,
  input: Input,
  options: CheckedRunOptions<Answer, Result, State>,
): Run<RunEvent<Event, Result>, Result> {
  const {
    eventBuffer = defaultEventBuffer,
    maxEventBytes = defaultMaxEventBytes,
    ...rest
  } = options;
  const parent = rest.parent === undefined ? undefined : scopeOf(rest.parent);
  const { runId: id } = placeRun(rest, parent);
  const controller = new AbortController();
  // `any` rather than a listener, because hundreds of runs may share one signal.
  const abortSignal =
    rest.abortSignal === undefined
      ? controller.signal
      : AbortSignal.any([rest.abortSignal, controller.signal]);
  const publish = (event: PublishedEvent): void => {
    broadcast.publish(event);
  };
  // Here rather than later: it throws for a recipe that makes no policy.
  const made = {
    policies: makePolicies('policies', rest.policies),
    guards: makePolicies('guards', rest.guards),
  };
  const broadcast = new EventBroadcast<RunEvent<Event, Result>>(eventBuffer, maxEventBytes);

  const abort = (reason: unknown = new Error('abort() was called')): void => {
    controller.abort(reason);
  };
  const start = prepareRun<Input, State, Answer, Result>(
    protocol,
    input,
    { ...rest, ...made, runId: id, abortSignal },
    publish,
  );
  const run = async (): Promise<Result> => {
    // The caller may subscribe first.
    await turnToStart();
    try {
      return await start();
    } finally {
      broadcast.end();
    }
  };
  const result = run();
  // If the caller reads only events, an unhandled rejection would end the process.
  result.catch(() => undefined);

  return Object.freeze({
    id,
    result,
    abort,
    [Symbol.asyncIterator]: () =>
      broadcast.subscribe(() => {
        abort(new Error('its reader left'));
      }),
  });
}
