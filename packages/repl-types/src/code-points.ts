const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/**
 * Half of a pair. Without the flag `u`, the search goes unit by unit, and text of one byte a unit is rejected at once.
 */
const surrogate = /[\ud800-\udfff]/;

/**
 * Counts the code points of `text` without copying it. A text without surrogates has as many as units, and a regex
 * finds that out far faster than a loop. A lone surrogate counts as one.
 */
export function countCodePoints(text: string): number {
  const first = text.search(surrogate);
  if (first === -1) return text.length;
  let count = text.length;
  for (let index = first + 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) {
      count--;
      index++;
    }
  }
  return count;
}

/** The index in `text` after its first `count` code points, at most its length. */
export function indexAfterCodePoints(text: string, count: number): number {
  let index = 0;
  for (let taken = 0; taken < count && index < text.length; taken++) {
    const pair =
      isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1));
    index += pair ? 2 : 1;
  }
  return index;
}

/** The index in `text` before its last `count` code points, at least 0. */
export function indexBeforeCodePoints(text: string, count: number): number {
  let index = text.length;
  for (let taken = 0; taken < count && index > 0; taken++) {
    const pair =
      isLowSurrogate(text.charCodeAt(index - 1)) && isHighSurrogate(text.charCodeAt(index - 2));
    index -= pair ? 2 : 1;
  }
  return index;
}

/** The nearest index at or after `index` that is not inside a surrogate pair. */
export function indexOffPair(text: string, index: number): number {
  const inside =
    isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1));
  return inside ? index + 1 : index;
}

/** Whether `text` ends with the first half of a pair. */
export function endsInsidePair(text: string): boolean {
  return isHighSurrogate(text.charCodeAt(text.length - 1));
}

/** The first `most` units of `text`, without half of a surrogate pair at the end. */
export function headOf(text: string, most: number): string {
  const head = text.slice(0, most);
  return head.length < text.length && endsInsidePair(head) ? head.slice(0, -1) : head;
}

/**
 * Copies `text` into a string of its own: a slice of a long string keeps the whole of it in memory. Engines write a text that
 * was joined anew before they cut it.
 */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}

/** `text` with U+FFFD in place of each half of a surrogate pair, which no encoding can hold; a text without any is returned as it is. */
export function wellFormed(text: string): string {
  const string = text as WellFormed & string;
  return string.isWellFormed() ? text : string.toWellFormed();
}

/** Methods of ES2024, which Node.js 20 and all current browsers have. */
interface WellFormed {
  isWellFormed(): boolean;
  toWellFormed(): string;
}
