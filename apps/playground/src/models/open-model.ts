import type { ModelLike } from '@rlm/penguin-engine/model';

import { createPlanner, plannerName } from '../planner/create-planner.js';
import { createTour, tourName } from '../tour/create-tour.js';
import { UsageError } from '../usage-error.js';
import { openByHand } from './by-hand.js';
import { fetchReply } from './fetch-reply.js';
import type { EndpointSpec, ModelSpec } from './model-spec.js';

/** The models of one run, and how to name them to a person. */
export interface OpenedModel {
  readonly label: string;
  readonly model: ModelLike;
  readonly subModel: ModelLike;
  /** Whether a person replies; default: a machine does. */
  readonly isPerson?: boolean;
}

/** What a model needs beside its spec. */
export interface ModelSurroundings {
  readonly question: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told where a reply by hand is waited for. */
  readonly say?: (text: string) => void;
  /** Whether the run goes on that the folder of a model by hand belongs to. */
  readonly isResumed?: boolean;
  /** Asks an endpoint; default {@link fetchReply}. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The key for an address that a person named. */
export function keyOf(environment: ModelSurroundings['environment']): string | undefined {
  return [environment['RLM_API_KEY'], environment['OPENAI_API_KEY']].find(
    (key) => key !== undefined && key !== '',
  );
}

/** Makes the models of a spec. Nothing is asked of them yet. */
export async function openModel(
  spec: ModelSpec,
  {
    question,
    environment,
    say = () => undefined,
    isResumed = false,
    fetch = fetchReply,
  }: ModelSurroundings,
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
    case 'by-hand-in-page':
      throw new UsageError(
        'the run is played by hand in the page: go on there (rlm serve), or fork it with a model (rlm fork, with --base-url and --model)',
      );
    case 'by-hand': {
      const model = await openByHand(spec.folder, say, { isResumed });
      return { label: `by hand, in ${spec.folder}`, model, subModel: model, isPerson: true };
    }
    case 'endpoint':
      return connect(spec, spec.isNamed ? keyOf(environment) : undefined, fetch);
  }
}

/** The provider takes a tenth of a second to load: only an endpoint needs it. */
async function connect(
  { server, baseUrl, model, subModel }: EndpointSpec,
  apiKey: string | undefined,
  fetch: typeof globalThis.fetch,
): Promise<OpenedModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: server,
    baseURL: baseUrl,
    includeUsage: true,
    fetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const root = provider(model);
  return {
    label: `${model} (${server}, ${new URL(baseUrl).host})`,
    model: root,
    subModel: subModel === undefined ? root : provider(subModel),
  };
}
