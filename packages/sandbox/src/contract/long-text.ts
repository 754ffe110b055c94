/** A text that is opened: it is read from here, as often as wanted, until it is closed. */
export interface OpenText {
  /** The descriptor of its file. */
  readonly descriptor: number;
  /** Where the text begins in the file, in bytes: after a byte order mark. */
  readonly offset: number;
  /**
   * The text in UTF-8, piece by piece, {@link LongText.bytes} in all. It never throws: what cannot be read any more is null
   * bytes, and `verify` reports it.
   */
  slices(): Iterable<Uint8Array>;
  /** Throws if the file is not what it was when it was looked at. */
  verify(): void;
  close(): Promise<void>;
}

/**
 * A text in a file that is never read into the host's memory. `fileContext` of `@rlm/files` makes one; `set` of a
 * session takes it.
 */
export interface LongText {
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  readonly sha256: string;
  /** Its length in UTF-8. */
  readonly bytes: number;
  /** Its length in code points. */
  readonly codePoints: number;
  /** Its length in UTF-16 units. */
  readonly units: number;
  /** Its lines; a line end at the end begins no further line. */
  readonly lines: number;
  /** How it begins: 20,000 characters at most. */
  readonly head: string;
  /** Bytes of its widest character in Python's storage: 1 up to U+00FF, 2 up to U+FFFF, else 4. */
  readonly width: 1 | 2 | 4;
  /** The code points before each block of 256 KiB, and the line feeds. */
  readonly marks: readonly (readonly [codePoints: number, lineFeeds: number])[];
  open(): Promise<OpenText>;
}

/** Bytes of a block, for {@link LongText.marks}. */
export const blockBytes: number = 1 << 18;

/** The longest text, in UTF-8 bytes, that a child gets as an ordinary string if it could also read it from its file. */
export const longestString: number = 256 * 1024 * 1024;

/** Whether a value is a text in a file, by its shape. Data whose fields cannot be read is not. */
export function isLongText(value: unknown): value is LongText {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const { open, sha256, marks } = value as Readonly<Record<string, unknown>>;
    return typeof open === 'function' && typeof sha256 === 'string' && Array.isArray(marks);
  } catch {
    return false;
  }
}

/**
 * Bytes of a child's memory that a text takes at the least while it is set.
 *
 * @param copies How many copies of it there are then: one as UTF-8 for each beyond the first.
 */
export function roomOfText(
  { bytes, codePoints, width }: Pick<LongText, 'bytes' | 'codePoints' | 'width'>,
  copies: number,
): number {
  return codePoints * width + bytes * (copies - 1);
}

/** Whether a child that could read a text from its file gets it as an ordinary string. */
export function isHeldAsString(text: LongText, memoryBytes: number): boolean {
  return text.bytes <= longestString && roomOfText(text, 2) <= memoryBytes;
}
