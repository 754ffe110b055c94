import {
  countCodePoints,
  detach,
  endsInsidePair,
  indexAfterCodePoints,
  indexBeforeCodePoints,
} from './code-points.js';
import { withGap, type CutText } from './cut-text.js';

/** Collects text up to a limit: the head, the tail, and how much was left out between. */
export interface OutputBuffer {
  /** Adds text; returns the part that belongs to the head (for streaming), which may be empty. */
  add(text: string): string;
  /** Counts characters that were left out elsewhere, directly after the text added so far. */
  skip(characters: number): void;
  /** Ends the head, and returns what follows it: the tail, and how many characters were left out before it. */
  rest(): { readonly text: string; readonly dropped: number };
  /** Returns the collected text, as `cutText` would cut the whole. */
  toCutText(): CutText;
}

/** The most pieces of the tail that are held before they are joined. */
const maxPieces = 4_096;

/**
 * Creates an {@link OutputBuffer}. Its memory stays below a small multiple of the limit; adding is linear. A surrogate
 * pair is never cut, even if its halves arrive in two pieces.
 *
 * @param limit Characters (code points) that are kept in all: half of them head, half tail.
 */
export function createOutputBuffer(limit: number): OutputBuffer {
  const tailLimit = Math.floor(limit / 2);
  let room = Math.ceil(limit / 2);
  let head = '';
  let dropped = 0;
  let tail: string[] = [];
  let tailUnits = 0;
  let half = '';

  const take = (text: string): string => {
    const end = indexAfterCodePoints(text, room);
    if (end === text.length) {
      room -= countCodePoints(text);
      head += text;
      return text;
    }
    const taken = detach(text.slice(0, end));
    head += taken;
    room = 0;
    keep(text.slice(end));
    return taken;
  };
  const keep = (text: string): void => {
    // This many units are at least as many characters as the tail holds: nothing before them is kept.
    if (text.length > tailLimit * 2) forget();
    tail.push(text);
    tailUnits += text.length;
    if (tailUnits > tailLimit * 4 || tail.length > maxPieces) compact();
  };
  const forget = (): void => {
    dropped += countCodePoints(tail.join(''));
    tail = [];
    tailUnits = 0;
  };
  const compact = (): void => {
    const joined = tail.length === 1 ? (tail[0] ?? '') : tail.join('');
    const start = indexBeforeCodePoints(joined, tailLimit);
    dropped += countCodePoints(joined.slice(0, start));
    const kept = start === 0 ? joined : detach(joined.slice(start));
    tail = kept === '' ? [] : [kept];
    tailUnits = kept.length;
  };
  const endHead = (): void => {
    room = 0;
    keep(half);
    half = '';
  };

  return {
    add(text) {
      const whole = half + text;
      half = endsInsidePair(whole) ? whole.slice(-1) : '';
      const ready = half === '' ? whole : whole.slice(0, -1);
      if (room > 0) return take(ready);
      keep(ready);
      return '';
    },
    skip(characters) {
      if (characters <= 0) return;
      endHead();
      forget();
      dropped += characters;
    },
    rest() {
      endHead();
      compact();
      return { text: tail.join(''), dropped };
    },
    toCutText() {
      const { text, dropped: characters } = this.rest();
      return withGap(head, characters, text);
    },
  };
}
