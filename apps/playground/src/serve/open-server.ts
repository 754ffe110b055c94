import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { type Clock, systemClock } from '@rlm/kernel';

import type { CostLimits } from '../arguments/cost-arguments.js';
import type { FoundEndpoint } from '../models/find-endpoints.js';
import type { Naming } from '../models/named-endpoint.js';
import type { Runs } from '../runs/runs.js';
import { readTextBytes } from '@rlm/files';
import type { WorkApart } from './apart/work-apart.js';
import { createApp } from './app.js';
import { readLogApart, readLogHere } from './export/read-log-apart.js';
import { createAccess } from './http/access.js';
import { createHttpServer } from './http/http-server.js';
import { createRequests } from './http/requests.js';
import { serveLimits, type ServeLimits } from './limits.js';
import { createModelChoices } from './models/model-choices.js';
import { eventRoutes } from './routes/event-routes.js';
import { logRoutes } from './routes/log-routes.js';
import { modelRoutes } from './routes/model-routes.js';
import { runRoutes } from './routes/run-routes.js';
import { createStreamQuota } from './routes/stream-quota.js';
import { textRoutes } from './routes/text-routes.js';
import { createClientSemaphore } from './turns/client-semaphore.js';
import { RunManager } from './runs/run-manager.js';
import { createTextLibrary } from './texts/library.js';
import { readApart } from './texts/read-apart.js';

/** How the server is opened. */
export interface ServeOptions {
  /** 0: any that is free. */
  readonly port: number;
  readonly runs: Runs;
  /** The folder of the built page. */
  readonly page: string;
  /** The endpoint that gets the key. */
  readonly naming: Naming;
  /** Whether the page may name endpoints, with keys for them; default: it may, since only this machine reaches it, with the token. */
  readonly mayNameEndpoints?: boolean;
  readonly findEndpoints: () => Promise<readonly FoundEndpoint[]>;
  /** Where documents and large logs are read; default: in this thread. */
  readonly workApart?: WorkApart;
  /** Called with faults of the server itself. */
  readonly onFault: (error: unknown) => void;
  /** What a run of an endpoint's model may cost at most, and the price of the models; default: nothing is known. */
  readonly costs?: CostLimits;
  /** Whether the operating system must isolate the code of models; default: it need not. */
  readonly requireIsolation?: boolean;
  /** Whether runs of a folder that is named go on unasked; default: a person confirms it. */
  readonly isYes?: boolean;
  /** Which isolation by the operating system is missing, for the page; default: the page says nothing. */
  readonly findMissingIsolation?: () => Promise<string | undefined>;
  /** Default: the system's. */
  readonly clock?: Clock;
  readonly limits?: Partial<ServeLimits>;
}

/** A server that listens. */
export interface OpenServer {
  /** With the token behind `#`, which browsers keep to themselves. */
  readonly address: string;
  readonly port: number;
  readonly token: string;
  readonly runs: RunManager;
  /** Stops all runs, and every connection. */
  close(): Promise<void>;
}

/** Opens the server on this machine's loopback. */
export async function openServer(options: ServeOptions): Promise<OpenServer> {
  const { clock = systemClock, naming, findEndpoints, costs = {} } = options;
  const limits: ServeLimits = { ...serveLimits, ...options.limits };
  let port = options.port;
  const access = createAccess(() => port);
  const texts = createTextLibrary(limits.texts, () => runs.documents());
  const models = createModelChoices(naming, findEndpoints, options.mayNameEndpoints);
  const { graceMs, heartbeatMs, stuckReaderMs } = limits;
  const care = {
    clock,
    graceMs,
    onFault: options.onFault,
    maxBytes: limits.bytesPerRun,
    semaphores: {
      memory: createClientSemaphore(limits.sessions.characters),
      turns: createClientSemaphore(limits.sessions.turns),
      small: limits.sessions.small,
    },
  };
  const runs: RunManager = new RunManager({
    ...{ runs: options.runs, texts, models, care, costs },
    isolation: { requireIsolation: options.requireIsolation },
    limits: limits.runs,
    isYes: options.isYes,
  });
  const requests = createRequests(limits.requests);
  const { workApart } = options;
  const readText = workApart === undefined ? readTextBytes : readApart(workApart);
  const readLog = workApart === undefined ? readLogHere : readLogApart(workApart);
  const streams = createStreamQuota(limits.streams);
  const app = createApp({
    access,
    page: options.page,
    onFault: options.onFault,
    routes: [
      ...modelRoutes(models, requests, options.findMissingIsolation),
      ...textRoutes(texts, requests, readText),
      ...runRoutes(runs, requests),
      ...eventRoutes(runs, { clock, heartbeatMs, stuckReaderMs, streams }),
      ...logRoutes(runs, {
        ...{ page: options.page, requests, readLog, streams, stuckReaderMs },
        exports: limits.exports,
      }),
    ],
  });
  const server = createHttpServer(
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
    limits,
  );
  port = await listen(server, port);
  return {
    address: `http://127.0.0.1:${port}/#token=${access.token}`,
    port,
    token: access.token,
    runs,
    async close() {
      server.close();
      await runs.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
