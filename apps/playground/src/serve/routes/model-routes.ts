import type { ModelChoices } from '../models/model-choices.js';
import type { Route } from './route.js';

/** The path of models. */
export const modelRoutes = (models: ModelChoices): readonly Route[] => [
  {
    path: '/models',
    methods: { GET: async (c) => c.json({ models: await models.list() }) },
  },
];
