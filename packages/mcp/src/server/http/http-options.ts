import {
  fields,
  listOf,
  positiveNumber,
  rule,
  someText,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';

/** How a server is reached over HTTP. */
export interface McpHttpOptions {
  /** 0 for any free port. Default 7341. */
  readonly port?: number | undefined;
  /** The address to listen at. Default 127.0.0.1: only programs on this machine reach it. Any other needs a `token`. */
  readonly host?: string | undefined;
  /** What each request must carry (`Authorization: Bearer`), at least 16 characters. Default: a random one. */
  readonly token?: string | undefined;
  /** Names that requests may use for this machine (`Host`), beside `host` and those of the loopback. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Web pages that may send requests (`Origin`), such as `https://example.com`. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Clients at the same time. Default 32. */
  readonly maxSessions?: number | undefined;
  /** How long a client may be silent before it is forgotten, in milliseconds. Default 1,800,000. */
  readonly sessionTimeoutMs?: number | undefined;
}

const tokenRule: OptionRule = rule(
  'a text of at least 16 letters, digits and marks',
  (value) => typeof value === 'string' && /^[\x21-\x7e]{16,}$/.test(value),
);

/** The rules of {@link McpHttpOptions}. */
export const httpRules = (): OptionRule =>
  fields<McpHttpOptions>({
    port: wholeNumber(0),
    host: someText,
    token: tokenRule,
    allowedHosts: listOf(someText),
    allowedOrigins: listOf(someText),
    maxSessions: wholeNumber(1),
    sessionTimeoutMs: positiveNumber,
  });
