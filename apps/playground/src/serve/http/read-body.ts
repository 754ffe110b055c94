import type { ClientQuota } from '../client-quota.js';
import { ProblemError } from './problem.js';

/** How large a request may be, and how long it may take to come. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** What bodies take that are being sent, or have come and are being worked on, of all requests together. */
export interface BodyQuotas {
  readonly bytes: ClientQuota;
  /** Limits bodies that have not ended. */
  readonly unfinished: ClientQuota;
}

/** A body, whose bytes count until it is let go. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly letGo: () => void;
}

const busy = (words: string): ProblemError =>
  new ProblemError('busy', words, { 'Retry-After': '2', Connection: 'close' });

/** Reads a body to its end. Throws a problem for one that is too large, takes too long, or that exceeds a quota. */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
  quotas: BodyQuotas,
  client: string,
): Promise<Body> {
  const tooLarge = (): ProblemError =>
    new ProblemError(
      'too_large',
      `the body may have ${maxBytes.toLocaleString('en-US')} bytes; this one has more`,
      { Connection: 'close' },
    );
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return { bytes: new Uint8Array(), letGo: () => undefined };
  const full = quotas.unfinished.take(client, 1);
  if (full !== undefined) {
    throw busy(
      full === 'client'
        ? 'you send too many bodies at once: try again when one has come'
        : 'all clients send too many bodies at once: try again when one has come',
    );
  }
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const letGo = (): void => {
    quotas.bytes.free(client, length);
    length = 0;
  };
  const late = new ProblemError(
    'timeout',
    `the body did not arrive within ${timeoutMs / 1_000} seconds`,
    { Connection: 'close' },
  );
  const lateness = new AbortController();
  const timer = setTimeout(() => {
    lateness.abort(late);
    // The read that waits ends with it.
    reader.cancel(late).catch(() => undefined);
  }, timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      lateness.signal.throwIfAborted();
      if (done) break;
      if (length + value.length > maxBytes) throw tooLarge();
      if (quotas.bytes.take(client, value.length) !== undefined) {
        throw busy('too much is being sent at once: try again when it has come');
      }
      length += value.length;
      pieces.push(value);
    }
    return { bytes: Buffer.concat(pieces, length), letGo };
  } catch (error) {
    letGo();
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('invalid', 'the body broke off', { Connection: 'close' });
  } finally {
    clearTimeout(timer);
    quotas.unfinished.free(client, 1);
    reader.releaseLock();
  }
}
