import { availableParallelism } from 'node:os';

import type { ConnectionLimits } from './http/http-server.js';
import type { RequestLimits } from './http/requests.js';
import type { ExportLimits } from './routes/log-routes.js';
import type { ClientLimits } from './client-quota.js';
import type { ShelfLimits } from './runs/run-shelf.js';
import type { LibraryLimits } from './texts/library.js';

/** What the server takes. */
export interface ServeLimits extends ConnectionLimits {
  /** How long a run goes on without a reader. */
  readonly graceMs: number;
  /** How often a reader hears something when there is nothing to say. */
  readonly heartbeatMs: number;
  /** How long a reader of events may take nothing. It comes again behind what it has. */
  readonly stuckReaderMs: number;
  readonly runs: ShelfLimits;
  /** Of runs about large texts. */
  readonly sessions: {
    /** In the memory of sessions. */
    readonly characters: ClientLimits;
    /** Runs that compute. */
    readonly turns: ClientLimits;
    /** A text with at most this number of characters does not count. */
    readonly small: number;
  };
  /** What a run may keep in memory: its events, its journal, the prompts that wait for a person. */
  readonly bytesPerRun: number;
  readonly texts: LibraryLimits;
  /** Of files that are made of a log which a client sent, until they are taken. */
  readonly exports: ExportLimits;
  readonly requests: RequestLimits;
  readonly streams: ClientLimits;
}

const megabyte = 2 ** 20;

/** More at a time would take longer, and more memory. */
const processors = Math.min(8, Math.max(2, availableParallelism()));

/** The default limits of a server. */
export const serveLimits: ServeLimits = {
  graceMs: 10_000,
  heartbeatMs: 15_000,
  stuckReaderMs: 300_000,
  runs: { running: 40, runningPerClient: 10, replayed: 10, kept: 200, keptBytes: 512 * megabyte },
  sessions: {
    // The memory of a session is about twenty bytes for each character of its text.
    characters: { inAll: 64e6, perClient: 33e6 },
    turns: { inAll: processors, perClient: Math.max(1, processors - 1) },
    small: 2e6,
  },
  bytesPerRun: 128 * megabyte,
  texts: {
    bytesInAll: 512 * megabyte,
    bytesPerClient: 256 * megabyte,
    charactersOfOne: 64 * megabyte,
  },
  exports: { bytesInAll: 256 * megabyte, bytesPerClient: 128 * megabyte },
  requests: {
    jsonBytes: megabyte,
    fileBytes: 64 * megabyte,
    bytesAtOnce: 256 * megabyte,
    bytesAtOncePerClient: 96 * megabyte,
    unfinished: 100,
    unfinishedPerClient: 20,
    timeoutMs: 60_000,
  },
  streams: { inAll: 200, perClient: 40 },
  maxConnections: 400,
  requestsPerConnection: 16,
  stuckConnectionMs: 300_000,
  connections: {
    headersTimeout: 10_000,
    requestTimeout: 70_000,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 16 * 1024,
    connectionsCheckingInterval: 5_000,
  },
};
