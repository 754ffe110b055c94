import { createByteBudget, roughBytes, type ByteBudget } from '@rlm/repl-types/internal';

import type { EventsDropped, PublishedEvent } from './events.js';
import { shortenEvent } from './shorten-event.js';

/** How many bytes of events a run keeps for late readers and for each slow one, by default. */
export const defaultMaxEventBytes: number = 16 * 1024 * 1024;

interface Entry<Event> {
  readonly event: Event;
  readonly bytes: number;
  readonly isShort: boolean;
}

/** Events of the run itself that a reader gets in any case. */
const alwaysKept: readonly string[] = ['run-start', 'error', 'run-end'];

/** Bytes of events that take long to measure: several buffers hold the same ones. */
const measured = new WeakMap<PublishedEvent, number>();
const longToMeasure = 65_536;
/** A larger event counts as this large. */
const mostMeasured = 64 * 1024 * 1024;

/**
 * Events of one run and its children that nobody has read yet, in their order. Their sum is bounded: beyond `maxBytes` long texts
 * of the oldest are shortened, then the oldest are dropped, and an event `events-dropped` in their place says how many. The
 * start and the end of the run are never dropped.
 */
export class EventBuffer<Event extends PublishedEvent> {
  readonly #maxBytes: number;
  readonly #maxEvents: number;
  readonly #budget: ByteBudget;
  #runId: string | undefined;
  /** What is before the place of those that were dropped. */
  #head: Event[] = [];
  #dropped: EventsDropped | undefined;
  #entries: (Entry<Event> | undefined)[] = [];
  /** Index of the oldest entry. */
  #first = 0;
  /** Index of the first entry whose texts may still be long. */
  #long = 0;
  /** The last one, which is not counted: a reader that is behind by one event has it whole, however large it is. */
  #newest: Event | undefined;

  /** `runId`: whose start and end are kept. Default: that of the first event. */
  constructor(maxBytes: number, maxEvents: number, runId?: string) {
    this.#maxBytes = maxBytes;
    this.#maxEvents = maxEvents;
    this.#budget = createByteBudget(maxBytes);
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

  /** Takes the oldest out; undefined where there is none. */
  shift(): Event | undefined {
    const kept = this.#head.shift();
    if (kept !== undefined) return kept;
    if (this.#dropped !== undefined) {
      const dropped = this.#dropped;
      this.#dropped = undefined;
      // Every stream has it among the kernel's own events.
      return Object.freeze(dropped) as unknown as Event;
    }
    const entry = this.#shiftEntry();
    if (entry !== undefined) return entry.event;
    const newest = this.#newest;
    this.#newest = undefined;
    return newest;
  }

  /** The same events, in a buffer of their own. */
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

  /** Shortens the oldest event that has long texts; false where none has. */
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

  /** Drops the oldest event, or puts it before the gap; false where there is none. */
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

  /** About what an event takes; more than may be kept at all counts as that. What is kept in any case is not counted. */
  #bytesOf(event: Event): number {
    if (this.#maxBytes === Infinity || this.#isAlwaysKept(event)) return 0;
    const known = measured.get(event);
    const bytes = known ?? roughBytes(event, mostMeasured);
    if (known === undefined && bytes > longToMeasure) measured.set(event, bytes);
    return Math.min(bytes, this.#maxBytes);
  }

  #isAlwaysKept({ type, runId }: Event): boolean {
    return runId === this.#runId && alwaysKept.includes(type);
  }
}
