import { UsageError } from '../usage-error.js';

/** There is no text in a file, or none that can be read: its message names the file, and says why. */
export class NoTextError extends UsageError {
  /** Whether it is binary data, which is not expected to hold text. */
  readonly isBinary: boolean;

  constructor(message: string, { cause, isBinary = false }: NoTextErrorOptions = {}) {
    super(message, { cause });
    this.isBinary = isBinary;
  }
}

interface NoTextErrorOptions {
  readonly cause?: unknown;
  readonly isBinary?: boolean;
}

/** There is more text in a file than was asked for. */
export class TextTooLongError extends NoTextError {
  constructor(name: string, maxCharacters: number) {
    super(
      `${name}: there is room for ${maxCharacters.toLocaleString('en-US')} characters of text, and it has more`,
    );
  }
}
