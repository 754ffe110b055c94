interface TokenBase {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The line on which it starts, from 0. */
  readonly line: number;
}

/** A tag with a registered name. */
export interface TagToken extends TokenBase {
  readonly kind: 'open' | 'close' | 'empty' | 'near-open' | 'near-close' | 'partial';
  /** The registered name. */
  readonly name: string;
  /** The key by which opening and closing tags are paired. */
  readonly key: string;
  /** Whether it is written without any blank. */
  readonly exact: boolean;
}

/** A run of backticks or tildes: it may open or close a fence or inline code. */
export interface RunToken extends TokenBase {
  readonly kind: 'run';
  readonly char: '`' | '~';
  /** Runs of inline code pair up within a paragraph. */
  readonly paragraph: number;
}

/** Any other mark that decides what is quoted. */
export interface MarkToken extends TokenBase {
  readonly kind:
    | 'quote-line'
    | 'comment-open'
    | 'comment-close'
    | 'cdata-open'
    | 'cdata-close'
    | 'reasoning-open'
    | 'reasoning-close';
  readonly name: string;
}

/** A piece of text that matters for finding actions. */
export type Token = TagToken | RunToken | MarkToken;

/** Receives tokens in the order of the text. */
export type TokenSink = (token: Token) => void;

/** Whether a UTF-16 unit is a blank inside a tag. */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** The token at an index that is known to exist. */
export function tokenAt(tokens: readonly Token[], index: number): Token {
  const token = tokens[index];
  if (token === undefined) throw new RangeError(`There is no token ${index} of ${tokens.length}`);
  return token;
}
