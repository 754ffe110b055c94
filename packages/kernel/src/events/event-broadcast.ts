import { EventBuffer } from './event-buffer.js';
import type { PublishedEvent } from './events.js';

/**
 * Events for any number of readers. Each reader gets all events from its subscription on, and
 * before them the past events that were kept. Publishing never waits for a reader: one that falls
 * behind, or subscribes late, loses the oldest events, and gets an event that says how many.
 */
export class EventBroadcast<Event extends PublishedEvent> {
  readonly #maxBytes: number;
  readonly #readers = new Set<BroadcastReader<Event>>();
  readonly #kept: EventBuffer<Event> | undefined;
  #runId: string | undefined;
  #ended = false;

  /**
   * @param keep How many past events a late reader gets; with 0 it gets none.
   * @param maxBytes The bytes of events that are kept, for late readers and for each reader that is
   * behind.
   */
  constructor(keep: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#kept = keep === 0 ? undefined : new EventBuffer(maxBytes, keep);
  }

  publish(event: Event): void {
    this.#runId ??= event.runId;
    this.#kept?.push(event);
    for (const reader of this.#readers) reader.push(event);
  }

  end(): void {
    this.#ended = true;
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }

  /** Subscribes a reader; `onLeave` is called when it stops before the end. */
  subscribe(onLeave: () => void): AsyncIterator<Event, undefined> {
    const past =
      this.#kept?.copy() ?? new EventBuffer<Event>(this.#maxBytes, Infinity, this.#runId);
    const reader = new BroadcastReader(past, () => {
      if (this.#readers.delete(reader)) onLeave();
    });
    if (this.#ended) reader.end();
    else this.#readers.add(reader);
    return reader;
  }
}

class BroadcastReader<Event extends PublishedEvent> implements AsyncIterator<Event, undefined> {
  readonly #leave: () => void;
  readonly #events: EventBuffer<Event>;
  #ended = false;
  #calls: ((result: IteratorResult<Event, undefined>) => void)[] = [];

  constructor(past: EventBuffer<Event>, leave: () => void) {
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
    const value = this.#events.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#calls.push(resolve);
    });
  }

  return(): Promise<IteratorResult<Event, undefined>> {
    this.end();
    this.#events.clear();
    this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }
}
