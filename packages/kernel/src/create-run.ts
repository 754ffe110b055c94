import { EventBroadcast } from './events/event-broadcast.js';
import { defaultMaxEventBytes } from './events/event-buffer.js';
import type { PublishedEvent, RunEvent } from './events/events.js';
import { checkCreateRun } from './options/check-run.js';
import type { CheckedRunOptions, CreateRunOptions } from './options/options.js';
import type { Outcome } from './contract/outcome.js';
import type { Protocol } from './protocol.js';
import { makePolicies } from './policies/make-policies.js';
import { turnToStart } from './platform/system.js';
import { prepareRun } from './run-loop.js';
import { placeRun } from './scope/place-run.js';
import { scopeOf } from './scope/run-scope.js';

/**
 * A run under way: every loop of these packages gives this kind of value (design, section 9).
 *
 * Awaiting `result` alone drives it; its events are optional to read and never block it. Leaving a
 * `for await` over the events early aborts the run. `result` never rejects for what a run did,
 * except as `throwOnLimit` and `throwOnFailure` ask.
 */
export interface Run<Event, Result> extends AsyncIterable<Event> {
  readonly id: string;
  readonly result: Promise<Result>;
  abort(reason?: unknown): void;
}

const defaultEventBuffer = 1024;

/**
 * Starts a run of a protocol and gives it as a value that drives itself: awaiting `result` is enough,
 * reading events is optional and never slows it. It starts in the next microtask, or in a turn of its own where many are started together, so a reader that
 * subscribes at once and keeps up misses nothing; a late one gets the last events that were kept. What is kept has a bound in bytes:
 * beyond it long texts of the oldest events are shortened, then the oldest are dropped, and an event `events-dropped` says how many.
 *
 * A child run, from within a protocol:
 *
 *     const child = createRun(protocol, question, { parent: context, maxSteps: 10 });
 *     const outcome = await child.result;
 *
 * It shares the parent's ledger, executor, clock and abort signal. One that is deeper than the budget allows
 * ends at once, with `finishReason` `max_depth`.
 *
 * Throws `InvalidOptionError` at the call when an option has the wrong type or range.
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

/** The same, for a loop of these packages: its own rules have checked what its caller gave. */
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
  // `any` rather than a listener: hundreds of runs may share one signal.
  const abortSignal =
    rest.abortSignal === undefined
      ? controller.signal
      : AbortSignal.any([rest.abortSignal, controller.signal]);
  const publish = (event: PublishedEvent): void => {
    broadcast.publish(event);
  };
  // At the call, which throws for a recipe that makes no policy.
  const made = {
    policies: makePolicies('policies', rest.policies),
    guards: makePolicies('guards', rest.guards),
  };
  const prepare = (): (() => Promise<Result>) =>
    prepareRun(protocol, input, { ...rest, ...made, runId: id, abortSignal }, publish);
  const turn = turnToStart();
  // A third of what it takes to start 200 runs waits for their turns. What a journal throws at once, the caller gets.
  const isLater = turn !== undefined && parent === undefined && rest.journal === undefined;
  const broadcast = new EventBroadcast<RunEvent<Event, Result>>(eventBuffer, maxEventBytes);

  const abort = (reason: unknown = new Error('abort() was called')): void => {
    controller.abort(reason);
  };
  const prepared = isLater ? undefined : prepare();
  const run = async (): Promise<Result> => {
    await turn;
    try {
      return await (prepared ?? prepare())();
    } finally {
      broadcast.end();
    }
  };
  const result = run();
  // A caller who reads only events leaves a rejection unhandled, which would end the process.
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
