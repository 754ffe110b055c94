/** The events of a run as they arrive. */
export interface EventRecorder<Event> {
  /** The events so far, oldest first. */
  readonly events: readonly Event[];
  /** The types of the events, in order. */
  types(): readonly string[];
  /** Resolves with all events when the run has ended. */
  readonly finished: Promise<readonly Event[]>;
}

/** Records the events of a run from now on. */
export function recordEvents<Event extends { readonly type: string }>(
  run: AsyncIterable<Event>,
): EventRecorder<Event> {
  const events: Event[] = [];
  const record = async (): Promise<readonly Event[]> => {
    for await (const event of run) events.push(event);
    return events;
  };
  return { events, types: () => events.map(({ type }) => type), finished: record() };
}
