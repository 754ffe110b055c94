import type { Requests } from '../http/requests.js';
import type { ModelChoices } from '../models/model-choices.js';
import { readNamedEndpoint } from '../runs/run-requests.js';
import type { Route } from './route.js';

/** The path of models, and of how their code is isolated: what is asked before a question. */
export const modelRoutes = (
  models: ModelChoices,
  requests: Requests,
  findMissingIsolation: () => Promise<string | undefined> = () => Promise.resolve(undefined),
): readonly Route[] => [
  {
    path: '/models',
    methods: { GET: async (c) => c.json({ models: await models.list() }) },
  },
  {
    path: '/endpoints',
    methods: {
      async POST(c) {
        const endpoint = readNamedEndpoint(await requests.json(c.req.raw, c.get('client')));
        return c.json({ models: await models.listAt(endpoint) });
      },
    },
  },
  {
    path: '/isolation',
    methods: {
      GET: async (c) => c.json({ missing: (await findMissingIsolation()) ?? null }),
    },
  },
];
