import { ProblemError } from './problem.js';
import { createBodyRoom, readBody } from './read-body.js';

/** How bodies of requests may be. */
export interface RequestLimits {
  readonly jsonBytes: number;
  readonly fileBytes: number;
  /** Of all that are being sent at once, and of those of one client. */
  readonly bytesAtOnce: number;
  readonly bytesAtOncePerClient: number;
  readonly timeoutMs: number;
}

/** Reads bodies within limits. */
export interface Requests {
  /** The body as JSON. Throws a problem where it is none. */
  json(request: Request, client: string): Promise<unknown>;
  file(request: Request, client: string): Promise<Uint8Array>;
}

/** The bodies of one server. */
export function createRequests(limits: RequestLimits): Requests {
  const { jsonBytes, fileBytes, timeoutMs } = limits;
  const room = createBodyRoom(limits.bytesAtOnce, limits.bytesAtOncePerClient);
  return {
    async json(request, client) {
      const type = request.headers.get('content-type') ?? '';
      if (!/^application\/json\b/i.test(type)) {
        throw new ProblemError(
          'invalid',
          `expected a body of Content-Type application/json, got ${type === '' ? 'none' : JSON.stringify(type)}`,
        );
      }
      const bytes = await readBody(request, { maxBytes: jsonBytes, timeoutMs }, room, client);
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
      } catch (error) {
        throw new ProblemError('invalid', 'the body is no JSON', {}, { cause: error });
      }
    },
    file: (request, client) => readBody(request, { maxBytes: fileBytes, timeoutMs }, room, client),
  };
}
