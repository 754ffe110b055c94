import { definedFields } from '@rlm/repl-types/internal';
import type { ModelLike } from '@rlm/kernel/model';

import { createPlanner, plannerName } from '../planner/create-planner.js';
import { createTour, tourName } from '../tour/create-tour.js';
import { UsageError } from '../usage-error.js';
import { fetchHere } from './fetch-here.js';
import type { EndpointSpec, ModelSpec } from './model-spec.js';
import { connectionTo, isSamePlace, type Naming } from './named-endpoint.js';
import { loadProvider, providers, type ProviderSettings } from './providers.js';

/** The models of one run, and how to name them to a person. */
export interface OpenedModel {
  readonly label: string;
  readonly model: ModelLike;
  readonly subModel: ModelLike;
  /** Whether a person replies; default: a machine does. */
  readonly isPerson?: boolean;
}

/** What a model needs beside its spec. */
export interface ModelSurroundings extends Naming {
  readonly question: string;
  /** Asks an endpoint; default {@link fetchHere}. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Makes the models of a spec, without asking them anything. Throws {@link UsageError} for an endpoint that was not named. */
export async function openModel(
  spec: ModelSpec,
  { question, environment, baseUrl, provider, headers, fetch = fetchHere }: ModelSurroundings,
): Promise<OpenedModel> {
  switch (spec.kind) {
    case 'planner': {
      const model = createPlanner(question);
      return { label: plannerName, model, subModel: model };
    }
    case 'tour': {
      const model = createTour();
      return { label: tourName, model, subModel: model };
    }
    case 'by-hand':
      throw new UsageError(
        'the run is played by hand in the page: go on there (rlm serve), or fork it with a model (rlm fork, with --base-url and --model)',
      );
    case 'endpoint':
      return connect(spec, connectionTo(spec, { environment, baseUrl, provider, headers }), fetch);
  }
}

/** The provider takes a tenth of a second to load: only an endpoint needs it. */
async function connect(
  spec: EndpointSpec,
  { baseUrl, apiKey, headers }: ReturnType<typeof connectionTo>,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const { model, subModel } = spec;
  const settings = definedFields({ baseURL: baseUrl, fetch, apiKey, headers });
  const provider = await providerOf(spec, settings);
  const root = provider(model);
  return {
    label: endpointLabel(spec),
    model: root,
    subModel: subModel === undefined ? root : provider(subModel),
  };
}

/** What makes the models of an endpoint. */
async function providerOf(
  { server, provider }: EndpointSpec,
  settings: Omit<ProviderSettings, 'apiKey'> & { readonly apiKey?: string },
): Promise<(model: string) => ModelLike> {
  if (provider !== undefined) {
    // Without a key, a package would read one from the environment, whatever the address.
    return (await loadProvider(provider))({ apiKey: 'none', ...settings });
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const own = isSamePlace(settings.baseURL, providers.openai.baseUrl) && providers.openai.settings;
  return createOpenAICompatible({ name: server, includeUsage: true, ...own, ...settings });
}

/** An endpoint's model, in words for a person. */
export const endpointLabel = ({ server, baseUrl, model }: EndpointSpec): string =>
  `${model} (${server}, ${new URL(baseUrl).host})`;
