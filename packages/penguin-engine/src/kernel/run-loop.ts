import type { RunEvent } from './events.js';
import type { PolicySource, RunOptions } from './options.js';
import type { Outcome } from './outcome.js';
import type { Protocol } from './protocol.js';

/**
 * Runs a protocol until it has its answer or something stops it: the only loop of these packages.
 *
 * It yields events as they happen and returns the run's result; it never throws for what the run did.
 * Leaving it early (`break`) aborts the run and closes the protocol's state. A caller who does not want
 * to stream gives it to {@link collect}; most want a {@link createRun} instead, which drives itself.
 *
 * Throws `InvalidOptionError` at the call when an option has the wrong type or range.
 */
export declare function runLoop<
  Input,
  State,
  Answer,
  Event extends { readonly type: string },
  Result = Outcome<Answer>,
>(
  protocol: Protocol<Input, State, Answer, Event>,
  input: Input,
  options?: RunOptions<Answer, Result>,
  policies?: readonly PolicySource[],
): AsyncGenerator<RunEvent<Event, Result>, Result, undefined>;
