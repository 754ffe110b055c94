import { addToHash, comparePlaces, emptyHash, formatPlace } from './place.js';
import type { Place, ReadText, Seen } from './place.js';
import type { RunUIChunk } from './ui-chunk.js';

/** The parts that the model's replies are written to. A client that has the beginning of one gets the rest. */
export class ReplyText {
  /** `text` in the agent loop, whose reply is the answer. */
  kind: 'reasoning' | 'text' = 'reasoning';
  readonly #seen: Seen | undefined;
  #place: Place = { step: 0, stage: 0, count: 0 };
  #open: { readonly kind: 'reasoning' | 'text'; readonly id: string } | null = null;
  #read: ReadText = { attempt: 0, chars: 0, hash: emptyHash };
  /** Whether pieces of the reply came: in a replay it comes at once. */
  #isHeard = false;
  /** What came of a reply while the client may have it already. */
  #held: string | undefined;

  constructor(seen: Seen | undefined) {
    this.#seen = seen;
  }

  /** How much a client has that has every piece so far. */
  get read(): ReadText {
    return this.#read;
  }

  /** A reply begins at this place. */
  start(place: Place): readonly RunUIChunk[] {
    const closing = this.close();
    this.#place = place;
    this.#isHeard = false;
    this.#begin(0);
    return closing;
  }

  /** A piece of a reply. */
  write(piece: string): readonly RunUIChunk[] {
    this.#isHeard = true;
    if (this.#isKnown()) return [];
    if (this.#held === undefined) return this.#put(piece);
    this.#held += piece;
    return this.#held.length < (this.#known?.chars ?? 0) ? [] : this.#release();
  }

  /** The attempt failed, or pieces of it are missing: what follows is another part. */
  restart(): readonly RunUIChunk[] {
    const closing = this.close();
    this.#begin(this.#read.attempt + 1);
    return closing;
  }

  /** The whole reply, at its end. */
  end(whole: string): readonly RunUIChunk[] {
    if (!this.#isHeard || this.#isKnown()) this.#held = whole;
    else if (this.kind === 'text' && this.#held === undefined && !this.#isBeginningOf(whole)) {
      // What was shown was a thought, which only its end could tell.
      return [...this.restart(), ...this.#put(whole), ...this.close()];
    }
    return [...(this.#held === undefined ? [] : this.#release()), ...this.close()];
  }

  close(): readonly RunUIChunk[] {
    const open = this.#open;
    this.#open = null;
    return open === null ? [] : [{ type: `${open.kind}-end`, id: open.id }];
  }

  /** What the client has of this reply. */
  get #known(): ReadText | undefined {
    const seen = this.#seen;
    return seen !== undefined && comparePlaces(seen.place, this.#place) === 0
      ? seen.text
      : undefined;
  }

  /** Whether the client has this attempt, and a part of a later one. */
  #isKnown(): boolean {
    const known = this.#known;
    return known !== undefined && this.#read.attempt < known.attempt;
  }

  /** Whether a text begins with all that was written of this attempt. */
  #isBeginningOf(text: string): boolean {
    const { chars, hash } = this.#read;
    return addToHash(emptyHash, text.slice(0, chars)) === hash;
  }

  #begin(attempt: number): void {
    this.#read = { attempt, chars: 0, hash: emptyHash };
    const known = this.#known;
    this.#held = known?.attempt === attempt && known.chars > 0 ? '' : undefined;
  }

  /** Writes what was held: after what the client has, or whole if it has another reply. */
  #release(): readonly RunUIChunk[] {
    const text = this.#held ?? '';
    this.#held = undefined;
    const known = this.#known;
    const isSame =
      known !== undefined &&
      known.chars > 0 &&
      known.chars <= text.length &&
      addToHash(emptyHash, text.slice(0, known.chars)) === known.hash;
    if (!isSame) return this.#put(text);
    this.#read = known;
    this.#open = { kind: this.kind, id: this.#nextId() };
    return this.#put(text.slice(known.chars));
  }

  #put(delta: string): readonly RunUIChunk[] {
    if (delta === '') return [];
    const { attempt, chars, hash } = this.#read;
    this.#read = { attempt, chars: chars + delta.length, hash: addToHash(hash, delta) };
    const open = this.#open;
    if (open !== null) return [{ type: `${open.kind}-delta`, id: open.id, delta }];
    const { kind } = this;
    const id = this.#nextId();
    this.#open = { kind, id };
    return [
      { type: `${kind}-start`, id },
      { type: `${kind}-delta`, id, delta },
    ];
  }

  #nextId(): string {
    const { attempt } = this.#read;
    const place = formatPlace(this.#place);
    return attempt === 0 ? `text-${place}` : `text-${place}-${String(attempt)}`;
  }
}
