import {
  comparePlaces,
  formatSeen,
  parseSeen,
  placeAfter,
  type Place,
  type PlacedEvent,
  type Seen,
} from './place.js';
import { ReplyText } from './reply-text.js';
import { RunChunks } from './run-chunks.js';
import type { RunUIChunk } from './ui-chunk.js';

/** A chunk, and the id that a client comes back with if it has got this far; null if the chunk is not the last of its event. */
export interface NumberedChunk {
  readonly chunk: RunUIChunk;
  readonly id: string | null;
}

/** Ends after which a run may go on: a client that has one of them asks again. */
const passing: readonly unknown[] = ['aborted', 'error', 'suspended'];

const endMark = 'end';

/** Turns the events of a run into the chunks that one client does not have yet. */
export class RunReader {
  readonly #runId: string;
  readonly #chunks: RunChunks;
  readonly #reply: ReplyText;
  /** What the client has. */
  readonly #seen: Seen | typeof endMark | undefined;
  /** Where the events are; undefined behind a gap, until an event says it. */
  #at: Place | undefined;
  /** A gap that is still to be sent. */
  #gap: readonly RunUIChunk[] = [];

  constructor(runId: string, lastEventId: string | null | undefined) {
    const mark = lastEventId?.startsWith(`${runId}:`) ? lastEventId.slice(runId.length + 1) : '';
    this.#runId = runId;
    this.#seen = mark === endMark ? mark : parseSeen(mark);
    this.#reply = new ReplyText(this.#seen === endMark ? undefined : this.#seen);
    this.#chunks = new RunChunks(runId, this.#seen !== undefined, this.#reply);
  }

  /** The chunks of the next event that are new to the client. */
  read(event: PlacedEvent): readonly NumberedChunk[] {
    const isLost = event.type === 'events-dropped' || 'shortened' in event;
    const own = placeAfter(this.#at, event);
    const made = this.#chunks.of(event as Parameters<RunChunks['of']>[0], own ?? this.#at);
    if (isLost) this.#at = undefined;
    else this.#at = own ?? this.#at;
    if (event.type === 'events-dropped') {
      this.#gap = made;
      return [];
    }
    const isKnown = this.#isKnown(event, own);
    const gap = this.#gap;
    if (isKnown || made.length > 0) this.#gap = [];
    if (isKnown || made.length === 0) return [];
    const chunks = [...gap, ...made];
    const id = this.#idAfter(event, own);
    return chunks.map((chunk, index) => ({ chunk, id: index === chunks.length - 1 ? id : null }));
  }

  #isKnown(event: PlacedEvent, own: Place | undefined): boolean {
    const seen = this.#seen;
    if (seen === undefined || seen === endMark) return seen !== undefined;
    if (own !== undefined) return comparePlaces(own, seen.place) <= 0;
    if (event.type === 'run-end' && event.depth === 0) return false;
    if (this.#at !== undefined) return comparePlaces(this.#at, seen.place) < 0;
    return event.depth === 0 && event.step < seen.place.step;
  }

  /** The id of a client that has this event. */
  #idAfter(event: PlacedEvent, own: Place | undefined): string | null {
    if (event.depth > 0) return null;
    if (event.type === 'run-end') {
      const { result } = event as unknown as {
        readonly result: { readonly finishReason: unknown };
      };
      return passing.includes(result.finishReason) ? null : `${this.#runId}:${endMark}`;
    }
    if (own !== undefined) return `${this.#runId}:${formatSeen({ place: own })}`;
    if (this.#at === undefined) return null;
    return `${this.#runId}:${formatSeen({ place: this.#at, text: this.#reply.read })}`;
  }
}
