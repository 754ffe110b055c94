import type { Requests } from '../http/requests.js';
import type { RunManager } from '../runs/run-manager.js';
import { readForkRun, readHandReply, readNewRun, readResumeRun } from '../runs/run-requests.js';
import type { Route, RouteContext } from './route.js';

const idOf = (c: RouteContext): string => c.req.param('id') ?? '';

/** The paths of runs, but for their events. */
export const runRoutes = (runs: RunManager, requests: Requests): readonly Route[] => [
  {
    path: '/runs',
    methods: {
      GET: async (c) => c.json({ runs: await runs.catalogue.list() }),
      async POST(c) {
        const asked = readNewRun(await requests.json(c.req.raw, c.get('client')));
        return c.json(await runs.start(c.get('client'), asked), 201);
      },
    },
  },
  {
    path: '/runs/:id',
    methods: {
      GET: async (c) => c.json(await runs.catalogue.info(idOf(c))),
      async DELETE(c) {
        await runs.remove(idOf(c));
        return c.body(null, 204);
      },
    },
  },
  {
    path: '/runs/:id/asked',
    methods: { GET: async (c) => c.json(await runs.asked(idOf(c))) },
  },
  {
    path: '/runs/:id/stop',
    methods: {
      POST(c) {
        runs.stop(idOf(c));
        return Promise.resolve(c.body(null, 202));
      },
    },
  },
  {
    path: '/runs/:id/resume',
    methods: {
      async POST(c) {
        const client = c.get('client');
        // A client that names no endpoint sends no body.
        const hasBody = c.req.header('content-type') !== undefined;
        const body = hasBody ? readResumeRun(await requests.json(c.req.raw, client)) : {};
        return c.json(await runs.resume(client, idOf(c), body));
      },
    },
  },
  {
    path: '/runs/:id/fork',
    methods: {
      async POST(c) {
        const asked = readForkRun(await requests.json(c.req.raw, c.get('client')));
        return c.json(await runs.fork(c.get('client'), idOf(c), asked), 201);
      },
    },
  },
  {
    path: '/runs/:id/replies',
    methods: {
      async POST(c) {
        runs.reply(idOf(c), readHandReply(await requests.json(c.req.raw, c.get('client'))));
        return c.body(null, 204);
      },
    },
  },
];
