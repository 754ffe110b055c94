import { createClientQuota } from '../client-quota.js';
import { ProblemError } from './problem.js';
import { readBody } from './read-body.js';

/** How bodies of requests may be. */
export interface RequestLimits {
  readonly jsonBytes: number;
  readonly fileBytes: number;
  /** Of all that are being sent at once, or worked on, and of those of one client. */
  readonly bytesAtOnce: number;
  readonly bytesAtOncePerClient: number;
  /** Bodies that have started to arrive, and have not ended. */
  readonly unfinished: number;
  readonly unfinishedPerClient: number;
  readonly timeoutMs: number;
}

/** Reads bodies within limits. */
export interface Requests {
  /** The body as JSON. Throws a problem if it is not JSON. */
  json(request: Request, client: string): Promise<unknown>;
  /** Does something with the bytes of the body, which count until that is done. */
  file<Value>(
    request: Request,
    client: string,
    use: (bytes: Uint8Array) => Promise<Value>,
  ): Promise<Value>;
}

/** The bodies of one server. */
export function createRequests(limits: RequestLimits): Requests {
  const { jsonBytes, fileBytes, timeoutMs } = limits;
  const quotas = {
    bytes: createClientQuota({
      inAll: limits.bytesAtOnce,
      perClient: limits.bytesAtOncePerClient,
    }),
    unfinished: createClientQuota({
      inAll: limits.unfinished,
      perClient: limits.unfinishedPerClient,
    }),
  };
  return {
    async json(request, client) {
      const type = request.headers.get('content-type') ?? '';
      if (!/^application\/json\b/i.test(type)) {
        throw new ProblemError(
          'invalid',
          `Expected a body of Content-Type application/json, got ${type === '' ? 'none' : JSON.stringify(type)}.`,
        );
      }
      const { bytes, letGo } = await readBody(
        request,
        { maxBytes: jsonBytes, timeoutMs },
        quotas,
        client,
      );
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
      } catch (error) {
        throw new ProblemError('invalid', 'the body is not JSON', {}, { cause: error });
      } finally {
        letGo();
      }
    },
    async file(request, client, use) {
      const body = await readBody(request, { maxBytes: fileBytes, timeoutMs }, quotas, client);
      try {
        return await use(body.bytes);
      } finally {
        body.letGo();
      }
    },
  };
}
