import { ProblemError } from './problem.js';

/** How large a request may be, and how long it may take to come. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** The bytes of bodies that are being read, of all requests together. */
export interface BodyRoom {
  /** Throws where there is no room left. */
  take(client: string, bytes: number): void;
  give(client: string, bytes: number): void;
}

/** Room for so many bytes at a time, of which a client may take a part. */
export function createBodyRoom(inAll: number, perClient: number): BodyRoom {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(client, bytes) {
      const hisOwn = taken.get(client) ?? 0;
      if (all + bytes > inAll || hisOwn + bytes > perClient) {
        throw new ProblemError(
          'busy',
          'too much is being sent at once: try again when it has come',
          { 'Retry-After': '2', Connection: 'close' },
        );
      }
      taken.set(client, hisOwn + bytes);
      all += bytes;
    },
    give(client, bytes) {
      const left = (taken.get(client) ?? 0) - bytes;
      if (left > 0) taken.set(client, left);
      else taken.delete(client);
      all -= bytes;
    },
  };
}

/** Reads a body to its end. Throws a problem for one that is too large, or takes too long. */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
  room: BodyRoom,
  client: string,
): Promise<Uint8Array> {
  const tooLarge = (): ProblemError =>
    new ProblemError(
      'too_large',
      `the body may have ${maxBytes.toLocaleString('en-US')} bytes; this one has more`,
      { Connection: 'close' },
    );
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const late = new ProblemError(
    'timeout',
    `the body did not come within ${timeoutMs / 1_000} seconds`,
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
      room.take(client, value.length);
      length += value.length;
      pieces.push(value);
    }
    return Buffer.concat(pieces, length);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('invalid', 'the body broke off', { Connection: 'close' });
  } finally {
    clearTimeout(timer);
    room.give(client, length);
    reader.releaseLock();
  }
}
