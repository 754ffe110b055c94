const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Counts the code points of `text` in one pass, without copying it. A lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
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

/** The nearest index at or after `index` that does not stand inside a surrogate pair. */
export function indexOffPair(text: string, index: number): number {
  const inside =
    isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1));
  return inside ? index + 1 : index;
}

/** `text` as a string of its own: a slice of a long string keeps the whole of it in memory. */
export function detach(text: string): string {
  return Array.from(text).join('');
}
