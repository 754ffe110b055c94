import type { ModelChoices } from '../models/model-choices.js';
import type { Route } from './route.js';

/** The path of models, and of how their code is isolated: what is asked before a question. */
export const modelRoutes = (
  models: ModelChoices,
  findMissingIsolation: () => Promise<string | undefined> = () => Promise.resolve(undefined),
): readonly Route[] => [
  {
    path: '/models',
    methods: { GET: async (c) => c.json({ models: await models.list() }) },
  },
  {
    path: '/isolation',
    methods: {
      GET: async (c) => c.json({ missing: (await findMissingIsolation()) ?? null }),
    },
  },
];
