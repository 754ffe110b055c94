/**
 * A run under way: every loop of these packages gives this kind of value (design, section 9).
 *
 * Awaiting `result` alone drives it; its events are optional to read and never block it. Leaving a
 * `for await` over the events early aborts the run. `result` never rejects for what a run did.
 */
export interface Run<Event, Result> extends AsyncIterable<Event> {
  readonly id: string;
  readonly result: Promise<Result>;
  abort(reason?: unknown): void;
}
