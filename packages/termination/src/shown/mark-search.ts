/** No way to have read so many letters of a mark. */
const none = 255;

/** For each number of letters of a mark, how many of them were replaced in the best way to have just read them. */
export type Ways = Uint8Array;

/**
 * How far one mark has been read, in all ways at once. A letter outside of ASCII stands for each letter of a mark in plain
 * ASCII, or for none, and so does a sign; no more than half of the letters of a mark are replaced.
 */
export interface MarkSearch {
  readonly mark: string;
  /** Whether it is found only behind an opening bracket. */
  readonly opens: boolean;
  /** What must follow it: an opening bracket, a colon or an equals sign; `''` if nothing must. */
  readonly closers: string;
  /** The letters with which it may begin. */
  readonly first: string;
  /** A letter of ASCII, or of the mark's own script; `begins` tells whether the mark may begin with it. */
  letter(letter: string, begins: boolean): void;
  /** Another letter, which stands for any letter or none, at this price. */
  anyLetter(letter: string, begins: boolean, price: number): void;
  /** A sign, which is nothing or one of these letters; any, if there are none. */
  sign(letters: string | undefined, begins: boolean): void;
  /** Whether some letters have been read. */
  isLive(): boolean;
  /** Whether all letters have been read. */
  isWhole(): boolean;
  /** The ways so far, without that of the whole mark if it is to be left out. */
  keep(whole: boolean): Ways;
  /** Goes on from earlier ways too. */
  goOn(from: Ways): void;
  /** Forgets what was read. */
  reset(): void;
}

/** Creates the search for a folded mark; undefined if the mark has no letters. */
export function createMarkSearch(mark: string, folded: string): MarkSearch | undefined {
  const letters = Array.from(folded.replace(/[^\p{L}]+/gu, ''));
  const length = letters.length;
  if (length === 0) return undefined;
  const most = /^[a-z]+$/.test(letters.join('')) ? Math.floor(length / 2) : 0;
  const ways = new Uint8Array(length + 1).fill(none);
  let isLive = false;
  /** Sets the ways to have read some letters, the most first, from those to have read one less. */
  const step = (begins: boolean, next: (index: number, before: number) => number): void => {
    isLive = false;
    ways[0] = begins ? 0 : none;
    for (let index = length; index > 0; index--) {
      const price = next(index, ways[index - 1] ?? none);
      ways[index] = price > most ? none : price;
      if (price <= most) isLive = true;
    }
  };
  return {
    mark,
    opens: /^[^\p{L}]*[([{<]/u.test(folded),
    closers: closersOf(/[([{<:=](?=[^\p{L}]*$)/u.exec(folded)?.[0]),
    first: letters[0] ?? '',
    letter(letter, begins) {
      step(begins, (index, before) => (letters[index - 1] === letter ? before : none));
    },
    anyLetter(letter, begins, price) {
      step(begins, (index, before) => {
        if (letters[index - 1] === letter) return before;
        return Math.min(before, ways[index] ?? none) + price;
      });
    },
    sign(read, begins) {
      step(begins, (index, before) => {
        const isRead = read?.includes(letters[index - 1] ?? '') ?? true;
        return Math.min(ways[index] ?? none, isRead ? before + 1 : none);
      });
    },
    isLive: () => isLive,
    isWhole: () => ways[length] !== none,
    keep(whole) {
      const kept = ways.slice();
      if (!whole) kept[length] = none;
      return kept;
    },
    goOn(from) {
      for (let index = 1; index <= length; index++) {
        const price = Math.min(ways[index] ?? none, from[index] ?? none);
        ways[index] = price;
        if (price !== none) isLive = true;
      }
    },
    reset() {
      ways.fill(none);
      isLive = false;
    },
  };
}

function closersOf(end: string | undefined): string {
  if (end === undefined) return '';
  return end === ':' || end === '=' ? ':=' : '([{<:=';
}
