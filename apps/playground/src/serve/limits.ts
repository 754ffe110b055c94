import type { ConnectionLimits } from './http/http-server.js';
import type { RequestLimits } from './http/requests.js';
import type { StreamLimits } from './routes/stream-room.js';
import type { ShelfLimits } from './runs/run-shelf.js';
import type { LibraryLimits } from './texts/library.js';

/** What the server takes. */
export interface ServeLimits extends ConnectionLimits {
  /** How long a run goes on that nobody watches. */
  readonly graceMs: number;
  /** How often a reader hears something when there is nothing to say. */
  readonly heartbeatMs: number;
  readonly runs: ShelfLimits;
  readonly eventCharactersPerRun: number;
  readonly texts: LibraryLimits;
  readonly requests: RequestLimits;
  readonly streams: StreamLimits;
}

const megabyte = 2 ** 20;

/** What a server takes that nobody told otherwise. */
export const serveLimits: ServeLimits = {
  graceMs: 10_000,
  heartbeatMs: 15_000,
  runs: { running: 40, runningPerClient: 10, kept: 200, keptCharacters: 256 * megabyte },
  eventCharactersPerRun: 64 * megabyte,
  texts: { bytesInAll: 512 * megabyte, bytesPerClient: 128 * megabyte },
  requests: {
    jsonBytes: megabyte,
    fileBytes: 64 * megabyte,
    bytesAtOnce: 256 * megabyte,
    bytesAtOncePerClient: 96 * megabyte,
    timeoutMs: 60_000,
  },
  streams: { inAll: 200, perClient: 40 },
  maxConnections: 400,
  connections: {
    headersTimeout: 10_000,
    requestTimeout: 70_000,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 16 * 1024,
    connectionsCheckingInterval: 5_000,
  },
};
