/** Marks on the characters of a text: one bit for each. */
export class BitMarks {
  readonly #words: Uint32Array;
  #count = 0;

  constructor(length: number) {
    this.#words = new Uint32Array((length >>> 5) + 1);
  }

  /** The number of marked places. */
  get count(): number {
    return this.#count;
  }

  has(at: number): boolean {
    return (((this.#words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
  }

  /** Marks a range. If `again` is given, the places that were marked before are marked in it. */
  mark(start: number, end: number, again?: BitMarks): void {
    for (let at = start; at < end;) {
      const word = at >>> 5;
      const to = Math.min(end, (word + 1) * 32);
      const bits = bitsFrom(at & 31) & bitsTo(to - word * 32);
      const before = this.#words[word] ?? 0;
      if (again !== undefined) again.#add(word, before & bits);
      this.#add(word, bits);
      at = to;
    }
  }

  /** The first place in the range that is marked, or that is not; `end` if there is none. */
  next(start: number, end: number, marked: boolean): number {
    for (let at = start; at < end;) {
      const word = at >>> 5;
      const wanted = (this.#words[word] ?? 0) ^ (marked ? 0 : -1);
      const found = wanted & bitsFrom(at & 31);
      if (found !== 0) return Math.min(end, word * 32 + lowestBit(found));
      at = (word + 1) * 32;
    }
    return end;
  }

  #add(word: number, bits: number): void {
    const before = this.#words[word] ?? 0;
    this.#words[word] = before | bits;
    this.#count += countBits(bits & ~before);
  }
}

/** A mask of all bits from `first` on. */
function bitsFrom(first: number): number {
  return -1 << first;
}

/** A mask of the bits before `end`; of all bits for 32. */
function bitsTo(end: number): number {
  return end === 32 ? -1 : ~(-1 << end);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
