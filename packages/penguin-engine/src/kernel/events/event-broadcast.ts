/**
 * Events for any number of readers. Each gets all events from when it subscribed on, and before them
 * those of the past that were kept. Publishing never waits for a reader.
 */
export class EventBroadcast<Event> {
  readonly #keep: number;
  readonly #readers = new Set<BroadcastReader<Event>>();
  #kept: Event[] = [];
  #ended = false;

  /** `keep`: how many events of the past a late reader gets. */
  constructor(keep: number) {
    this.#keep = keep;
  }

  publish(event: Event): void {
    this.#kept.push(event);
    if (this.#kept.length >= 2 * this.#keep) this.#kept = this.#kept.slice(-this.#keep);
    for (const reader of this.#readers) reader.push(event);
  }

  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }

  /** Subscribes a reader; `onLeave` is called when it stops before the end. */
  subscribe(onLeave: () => void): AsyncIterator<Event, undefined> {
    const past = this.#keep === 0 ? [] : this.#kept.slice(-this.#keep);
    const reader = new BroadcastReader(past, () => {
      if (this.#readers.delete(reader)) onLeave();
    });
    if (this.#ended) reader.end();
    else this.#readers.add(reader);
    return reader;
  }
}

class BroadcastReader<Event> implements AsyncIterator<Event, undefined> {
  readonly #leave: () => void;
  #events: Event[];
  #next = 0;
  #ended = false;
  #calls: ((result: IteratorResult<Event, undefined>) => void)[] = [];

  constructor(past: Event[], leave: () => void) {
    this.#events = past;
    this.#leave = leave;
  }

  push(event: Event): void {
    const call = this.#calls.shift();
    if (call === undefined) this.#events.push(event);
    else call({ done: false, value: event });
  }

  end(): void {
    this.#ended = true;
    for (const call of this.#calls.splice(0)) call({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#next < this.#events.length) {
      const value = this.#events[this.#next] as Event;
      this.#next += 1;
      if (this.#next === this.#events.length) {
        this.#events = [];
        this.#next = 0;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#calls.push(resolve);
    });
  }

  return(): Promise<IteratorResult<Event, undefined>> {
    this.end();
    this.#events = [];
    this.#next = 0;
    this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }
}
