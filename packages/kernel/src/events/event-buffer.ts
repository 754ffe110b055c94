import { createByteQuota, roughBytes, type ByteQuota } from '@rlm/repl-types/internal';

import type { EventsDropped, PublishedEvent } from './events.js';
import { shortenEvent } from './shorten-event.js';

/** Bytes of events that a run keeps by default for late readers, and for each slow one. */
export const defaultMaxEventBytes: number = 16 * 1024 * 1024;

interface Entry<Event> {
  readonly event: Event;
  readonly bytes: number;
  readonly isShort: boolean;
}

/** Events of the run itself that a reader always gets. */
const alwaysKept: readonly string[] = ['run-start', 'error', 'run-end'];

/** Sizes of events that take long to measure, since several buffers hold the same ones. */
const measured = new WeakMap<PublishedEvent, number>();
const longToMeasure = 65_536;
/** A larger event counts as this large. */
const maxMeasured = 64 * 1024 * 1024;

/**
 * Unread events of one run and its children, in order. Their bytes are limited: beyond `maxBytes`,
 * long texts of the oldest events are shortened, then the oldest events are dropped, and an event
 * `events-dropped` in their place says how many. The start and the end of the run are never
 * dropped.
 */
export class EventBuffer<Event extends PublishedEvent> {
  readonly #maxBytes: number;
  readonly #maxEvents: number;
  readonly #budget: ByteQuota;
  #runId: string | undefined;
  /** Events before the place of the dropped ones. */
  #head: Event[] = [];
  #dropped: EventsDropped | undefined;
  #entries: (Entry<Event> | undefined)[] = [];
  /** Index of the oldest entry. */
  #first = 0;
  /** Index of the first entry whose texts may still be long. */
  #long = 0;
  /**
   * The last event, which is not counted: a reader that is one event behind gets it whole, however
   * large it is.
   */
  #newest: Event | undefined;

  /** `runId`: the run whose start and end are kept. Default: that of the first event. */
  constructor(maxBytes: number, maxEvents: number, runId?: string) {
    this.#maxBytes = maxBytes;
    this.#maxEvents = maxEvents;
    this.#budget = createByteQuota(maxBytes);
    this.#runId = runId;
  }

  push(event: Event): void {
    this.#runId ??= event.runId;
    if (this.#newest !== undefined) this.#keep(this.#newest);
    this.#newest = event;
    if (this.#entries.length - this.#first >= this.#maxEvents) this.#dropOldest();
  }

  #keep(event: Event): void {
    let entry: Entry<Event> = { event, bytes: this.#bytesOf(event), isShort: false };
    while (!this.#budget.take(entry.bytes)) {
      if (this.#shortenOldest()) continue;
      const short = this.#shortened(entry);
      if (short !== entry) entry = short;
      else if (!this.#dropOldest()) break;
    }
    this.#entries.push(entry);
  }

  /** Removes and returns the oldest event; undefined if the buffer is empty. */
  shift(): Event | undefined {
    const kept = this.#head.shift();
    if (kept !== undefined) return kept;
    if (this.#dropped !== undefined) {
      const dropped = this.#dropped;
      this.#dropped = undefined;
      // A kernel event, so every stream may contain it.
      return Object.freeze(dropped) as unknown as Event;
    }
    const entry = this.#shiftEntry();
    if (entry !== undefined) return entry.event;
    const newest = this.#newest;
    this.#newest = undefined;
    return newest;
  }

  /** A buffer of its own with the same events. */
  copy(): EventBuffer<Event> {
    const copy = new EventBuffer<Event>(this.#maxBytes, Infinity, this.#runId);
    copy.#head = [...this.#head];
    copy.#dropped = this.#dropped && { ...this.#dropped };
    copy.#newest = this.#newest;
    copy.#entries = this.#entries.slice(this.#first);
    copy.#long = Math.max(0, this.#long - this.#first);
    copy.#budget.take(this.#budget.usedBytes);
    return copy;
  }

  clear(): void {
    this.#head = [];
    this.#dropped = this.#newest = undefined;
    while (this.#shiftEntry() !== undefined);
  }

  #shiftEntry(): Entry<Event> | undefined {
    const entry = this.#entries[this.#first];
    if (entry === undefined) return undefined;
    this.#entries[this.#first] = undefined;
    this.#first += 1;
    this.#budget.free(entry.bytes);
    if (this.#first > 64 && 2 * this.#first > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#long = Math.max(0, this.#long - this.#first);
      this.#first = 0;
    }
    return entry;
  }

  /** Shortens the oldest event that has long texts; false if no event has any. */
  #shortenOldest(): boolean {
    for (let index = Math.max(this.#long, this.#first); index < this.#entries.length; index += 1) {
      this.#long = index + 1;
      const entry = this.#entries[index];
      if (entry === undefined) continue;
      const short = this.#shortened(entry);
      if (short === entry) continue;
      this.#budget.free(entry.bytes - short.bytes);
      this.#entries[index] = short;
      return true;
    }
    return false;
  }

  #shortened(entry: Entry<Event>): Entry<Event> {
    if (entry.isShort || this.#isAlwaysKept(entry.event)) return entry;
    const event = shortenEvent(entry.event);
    if (event === entry.event) return entry;
    return { event, bytes: Math.min(entry.bytes, this.#bytesOf(event)), isShort: true };
  }

  /**
   * Drops the oldest event, or moves it before the gap if it must be kept; false if the buffer is
   * empty.
   */
  #dropOldest(): boolean {
    const entry = this.#shiftEntry();
    if (entry === undefined) return false;
    const { event, bytes } = entry;
    if (this.#isAlwaysKept(event)) {
      this.#head.push(event);
      return true;
    }
    const lost = event.type === 'events-dropped' ? (event as unknown as EventsDropped) : undefined;
    const before = this.#dropped ?? { count: 0, bytes: 0 };
    const { runId, parentId, depth, step } = event;
    this.#dropped = {
      type: 'events-dropped',
      runId,
      parentId,
      depth,
      step,
      count: before.count + (lost?.count ?? 1),
      bytes: before.bytes + (lost?.bytes ?? bytes),
    };
    return true;
  }

  /**
   * Roughly the bytes of an event, but no more than `maxBytes`. Events that are always kept count
   * as 0.
   */
  #bytesOf(event: Event): number {
    if (this.#maxBytes === Infinity || this.#isAlwaysKept(event)) return 0;
    const known = measured.get(event);
    const bytes = known ?? roughBytes(event, maxMeasured);
    if (known === undefined && bytes > longToMeasure) measured.set(event, bytes);
    return Math.min(bytes, this.#maxBytes);
  }

  #isAlwaysKept({ type, runId }: Event): boolean {
    return runId === this.#runId && alwaysKept.includes(type);
  }
}
