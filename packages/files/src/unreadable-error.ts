/** A file, a folder or a glob that gives no text. Its message is the place and the reason: `a.pdf: it needs a password`. */
export class UnreadableError extends Error {
  readonly place: string;
  readonly reason: string;

  constructor(place: string, reason: string, cause?: unknown) {
    super(`${place}: ${reason}`, { cause });
    this.place = place;
    this.reason = reason;
  }
}

/** With this file, there is more to read than the caller takes. */
export class TooMuchError extends UnreadableError {
  constructor(place: string, maxBytes: number) {
    super(
      place,
      `with this file, there are more than ${maxBytes.toLocaleString('en-US')} bytes to read. Leave files out with exclude, name fewer, or raise maxBytes`,
    );
  }
}

/** A file was found, and no text in it. In a folder, such a file is left out. */
export class NoTextError extends UnreadableError {
  /** Whether it is binary data, which is not expected to be text. */
  readonly isBinary: boolean;
  /** The package that is not installed, and would read it. */
  readonly needs: string | undefined;

  constructor(
    place: string,
    reason: string,
    {
      cause,
      isBinary = false,
      needs,
    }: {
      readonly cause?: unknown;
      readonly isBinary?: boolean;
      readonly needs?: string;
    } = {},
  ) {
    super(place, reason, cause);
    this.isBinary = isBinary;
    this.needs = needs;
  }
}

/** A file has more text than the caller can take. */
export class TextTooLongError extends NoTextError {
  constructor(place: string, maxCharacters: number) {
    super(
      place,
      `there is room for ${maxCharacters.toLocaleString('en-US')} characters of text, and it has more`,
    );
  }
}
