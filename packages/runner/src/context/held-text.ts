import { detach } from '@rlm/repl-types/internal';
import type { LongText } from '@rlm/sandbox';

/**
 * A text in this process that is no string: in UTF-8, as it travels to a guest. Once it has become a string, its pieces and the
 * string would be there at the same time.
 */
export interface HeldText extends LongText {
  readonly isHeld: true;
}

/** A text that becomes longer, until it has ended. */
export interface GrowingText {
  /** UTF-16 units so far. */
  readonly units: number;
  add(piece: string): void;
  /** A string if it is short, or if this runtime cannot hash a text piece by piece. */
  end(): string | HeldText;
}

/** The part of `node:crypto` that hashes a text piece by piece. Node.js, Deno and Bun have it; Web Crypto has nothing such. */
interface NodeCrypto {
  readonly createHash?: (name: 'sha256') => {
    update(bytes: Uint8Array): unknown;
    digest(encoding: 'hex'): string;
  };
}

/** A shorter text becomes a string, in UTF-16 units. */
export const leastHeldUnits: number = 2 ** 22;

const blockBytes = 2 ** 20;
const lineFeed = 0x0a;

/** Characters of the beginning that are kept: as much as a description looks at. */
const headChars = 20_000;

/**
 * Puts a text together. Lone surrogates become U+FFFD, as in UTF-8, unless it becomes a string.
 *
 * @param mayHold Whether it may become something else than a string.
 */
export function growText(mayHold: boolean): GrowingText {
  const hash = mayHold ? createHash() : undefined;
  let units = 0;
  let pieces: string[] = [];
  let blocks: Blocks | undefined;
  return {
    get units() {
      return units;
    },
    add(piece) {
      units += piece.length;
      if (blocks === undefined) {
        pieces.push(piece);
        if (units < leastHeldUnits || hash === undefined) return;
        blocks = new Blocks();
        for (const each of pieces) blocks.add(each);
        pieces = [];
      } else blocks.add(piece);
    },
    end() {
      if (blocks === undefined || hash === undefined) return pieces.join('');
      const { measured, list } = blocks.end();
      for (const block of list) hash.update(block);
      return Object.freeze({
        ...measured,
        ...({ units, sha256: hash.digest('hex'), marks: [], isHeld: true } as const),
        open: () =>
          Promise.resolve({
            descriptor: -1,
            offset: 0,
            slices: () => list,
            verify: () => undefined,
            close: () => Promise.resolve(),
          }),
      });
    },
  };
}

function createHash(): ReturnType<NonNullable<NodeCrypto['createHash']>> | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const crypto = process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
  return crypto?.createHash?.('sha256');
}

/** A text in UTF-8, in blocks of which each holds whole characters. */
class Blocks {
  readonly #list: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  #block = new Uint8Array(blockBytes);
  #filled = 0;
  /** The first half of a pair whose second half the next piece may begin with. */
  #half = '';
  readonly #counts = { bytes: 0, codePoints: 0, lineFeeds: 0 };
  #width: 1 | 2 | 4 = 1;

  add(given: string): void {
    let piece = this.#half + given;
    this.#half = /[\ud800-\udbff]$/.exec(piece)?.[0] ?? '';
    if (this.#half !== '') piece = piece.slice(0, -1);
    this.#write(piece);
  }

  end(): {
    readonly list: readonly Uint8Array[];
    readonly measured: Omit<LongText, 'units' | 'sha256' | 'marks' | 'open'>;
  } {
    this.#write(this.#half);
    if (this.#filled > 0) this.#list.push(this.#block.subarray(0, this.#filled));
    const { bytes, codePoints, lineFeeds } = this.#counts;
    const lines = lineFeeds + (this.#list.at(-1)?.at(-1) === lineFeed ? 0 : 1);
    const head = headOf(this.#list[0] ?? new Uint8Array());
    return { list: this.#list, measured: { bytes, codePoints, lines, head, width: this.#width } };
  }

  #write(piece: string): void {
    if (piece === '') return;
    const before = this.#counts.bytes;
    for (let at = 0; at < piece.length;) {
      const rest = at === 0 ? piece : piece.slice(at);
      const { read, written } = this.#encoder.encodeInto(rest, this.#block.subarray(this.#filled));
      at += read;
      this.#filled += written;
      this.#counts.bytes += written;
      if (at < piece.length) this.#endBlock();
    }
    this.#count(piece, this.#counts.bytes - before === piece.length);
  }

  #endBlock(): void {
    this.#list.push(this.#block.subarray(0, this.#filled));
    this.#block = new Uint8Array(blockBytes);
    this.#filled = 0;
  }

  #count(piece: string, isAscii: boolean): void {
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
      this.#counts.lineFeeds += 1;
    }
    this.#counts.codePoints += piece.length;
    if (isAscii) return;
    const pairs = pairsIn(piece);
    this.#counts.codePoints -= pairs;
    if (pairs > 0) this.#width = 4;
    else if (this.#width === 1 && /[\u0100-\uffff]/.test(piece)) this.#width = 2;
  }
}

function headOf(block: Uint8Array): string {
  const begin = block.subarray(0, 4 * headChars);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(begin, { stream: true });
  return detach(text.slice(0, headChars).replace(/[\ud800-\udbff]$/, ''));
}

function pairsIn(text: string): number {
  let pairs = 0;
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return pairs;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) <= 0xffff) continue;
    pairs += 1;
    at += 1;
  }
  return pairs;
}
