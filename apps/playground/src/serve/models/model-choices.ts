import type { ModelFunction } from '@rlm/kernel/model';

import { fetchHere } from '../../models/fetch-here.js';
import { talkingFirst, type FoundEndpoint } from '../../models/find-endpoints.js';
import { nameOfModel, type ModelSpec } from '../../models/model-spec.js';
import { isThisMachine, type Naming } from '../../models/named-endpoint.js';
import { endpointLabel, openModel, type OpenedModel } from '../../models/open-model.js';
import { plannerName } from '../../planner/create-planner.js';
import { tourName } from '../../tour/create-tour.js';
import { RunRefusedError } from '../../usage-error.js';
import type { ModelInfo, NamedEndpoint } from '../../api.js';
import { ProblemError } from '../http/problem.js';
import type { RunTurn } from '../turns/run-turn.js';
import type { HandDesk } from './hand-desk.js';
import {
  fetchWithoutKey,
  isNamedBy,
  modelsAt,
  namingBy,
  notNamed,
  requireNamed,
  specAt,
} from './named-here.js';
import { pausingFetch } from './pausing-fetch.js';

/** What a run has while it waits for a reply. */
interface WaitingRun {
  readonly desk: HandDesk;
  readonly turn: Pick<RunTurn, 'pause' | 'resume'>;
}

/** The models that the page can choose from. */
export interface ModelChoices {
  list(): Promise<readonly ModelInfo[]>;
  /** The models of an endpoint that the page names. Throws if it may not, or if no server answers there. */
  listAt(endpoint: NamedEndpoint): Promise<readonly ModelInfo[]>;
  /** What an id stands for. Throws for one that there is not. */
  specOf(id: string, subId: string | undefined, endpoint?: NamedEndpoint): Promise<ModelSpec>;
  /** The id of a spec: the model's name if its endpoint was not found. */
  idOf(spec: ModelSpec): string;
  /** Makes the models of a run, which gives its turn away while it waits for a reply. Only they have the key of a named endpoint. */
  open(
    spec: ModelSpec,
    question: string,
    run: WaitingRun,
    endpoint?: NamedEndpoint,
  ): Promise<OpenedModel>;
}

type FixedKind = Exclude<ModelSpec['kind'], 'endpoint'>;

/** Begins the ids of models of an endpoint that the page names. */
export const namedPrefix = 'named:';

/** Ids of models that need no endpoint. */
const fixed: Readonly<
  Record<string, { readonly kind: FixedKind; readonly info: Omit<ModelInfo, 'id'> }>
> = {
  planner: {
    kind: 'planner',
    info: {
      label: 'Planner',
      note: `${plannerName}: rules that search, count and rank; it reads questions in English`,
      languages: ['javascript'],
    },
  },
  'by-hand': {
    kind: 'by-hand',
    info: {
      label: 'By hand',
      note: 'You are the model: each prompt is shown, and you type the reply',
      languages: ['javascript', 'python'],
    },
  },
  tour: {
    kind: 'tour',
    info: {
      label: 'Scripted tour',
      note: `${tourName}: it shows what a recursive language model does; its replies are written beforehand, its code really runs`,
      languages: ['javascript'],
    },
  },
};

/** Endpoints without those that are found a second time, by another name of this machine. */
function eachOnce(endpoints: readonly FoundEndpoint[]): readonly FoundEndpoint[] {
  const places = new Set<string>();
  return endpoints.filter(({ baseUrl, models }) => {
    const { protocol, hostname, port, pathname } = new URL(baseUrl);
    const host = isThisMachine(baseUrl) ? 'this machine' : hostname;
    const place = [protocol, host, port, pathname.replace(/\/+$/, '')].join(' ');
    if (places.has(place)) return false;
    // One that lists nothing hides no other.
    if (models.length > 0) places.add(place);
    return true;
  });
}

/**
 * The models of one server.
 *
 * @param naming The endpoint that gets the key.
 * @param find Looks for endpoints, each time that the page lists models.
 * @param mayName Whether the page may name an endpoint.
 */
export function createModelChoices(
  naming: Naming,
  find: () => Promise<readonly FoundEndpoint[]>,
  mayName = true,
): ModelChoices {
  let found: readonly FoundEndpoint[] | undefined;
  const endpoints = async (isAnew: boolean): Promise<readonly FoundEndpoint[]> => {
    if (isAnew || found === undefined) found = eachOnce(await find());
    return found;
  };

  const named = (endpoint: NamedEndpoint | undefined): NamedEndpoint | undefined => {
    if (endpoint === undefined) return undefined;
    if (mayName) return requireNamed(endpoint);
    throw new ProblemError(
      'forbidden',
      'the page of this server names no endpoint: it was started with --no-endpoints',
    );
  };

  const specOf = async (id: string, endpoint: NamedEndpoint | undefined): Promise<ModelSpec> => {
    if (endpoint !== undefined && id.startsWith(namedPrefix)) {
      return specAt(endpoint, id.slice(namedPrefix.length));
    }
    const own = Object.hasOwn(fixed, id) ? fixed[id] : undefined;
    if (own !== undefined) return { kind: own.kind };
    const [, index = '', model = ''] = /^endpoint:(\d+):(.+)$/s.exec(id) ?? [];
    const found = (await endpoints(false))[Number(index)];
    if (index !== '' && found !== undefined) {
      const { server, baseUrl } = found;
      return { kind: 'endpoint', server, baseUrl, model };
    }
    throw new ProblemError(
      'invalid',
      `there is no model ${JSON.stringify(id)}: GET /api/models lists the models`,
    );
  };

  return {
    async list() {
      const listed = (await endpoints(true)).flatMap(({ server, baseUrl, models }, index) =>
        [...new Set(models)].map((model): ModelInfo => ({
          id: `endpoint:${index}:${model}`,
          label: `${model} (${server}, ${new URL(baseUrl).host})`,
          languages: ['javascript', 'python'],
        })),
      );
      return [...Object.entries(fixed).map(([id, { info }]) => ({ id, ...info })), ...listed];
    },
    async listAt(endpoint) {
      const at = named(endpoint) ?? endpoint;
      const models = [...new Set(talkingFirst(await modelsAt(at)))];
      return models.map((model) => ({
        id: `${namedPrefix}${model}`,
        label: endpointLabel(specAt(at, model)),
        languages: ['javascript', 'python'],
      }));
    },
    async specOf(id, subId, endpoint) {
      const at = named(endpoint);
      const spec = await specOf(id, at);
      if (subId === undefined || subId === id) return spec;
      const sub = await specOf(subId, at);
      if (spec.kind === 'endpoint' && sub.kind === 'endpoint' && sub.baseUrl === spec.baseUrl) {
        return { ...spec, subModel: sub.model };
      }
      throw new ProblemError(
        'invalid',
        `Expected subModel to be a model of the same endpoint as the model ${JSON.stringify(id)}, got ${JSON.stringify(subId)}.`,
      );
    },
    idOf(spec) {
      if (spec.kind !== 'endpoint') return nameOfModel(spec);
      const index = (found ?? []).findIndex(({ baseUrl }) => baseUrl === spec.baseUrl);
      return index < 0 ? spec.model : `endpoint:${index}:${spec.model}`;
    },
    async open(spec, question, { desk, turn }, endpoint) {
      if (spec.kind !== 'by-hand') {
        const at = named(endpoint);
        const isNamed = at !== undefined && isNamedBy(spec, at);
        const { apiKey } = isNamed ? at : {};
        const asks = apiKey === undefined ? fetchHere : fetchWithoutKey(fetchHere, apiKey);
        const fetch = pausingFetch(turn, asks);
        const trusted = isNamed ? namingBy(at) : naming;
        return openModel(spec, { ...trusted, question, fetch }).catch((error: unknown) => {
          throw mayName && error instanceof RunRefusedError ? notNamed(spec) : error;
        });
      }
      const model: ModelFunction = async (request) => {
        turn.pause();
        try {
          return await desk.model(request);
        } finally {
          await turn.resume();
        }
      };
      return { label: 'by hand, in the page', model, subModel: model, isPerson: true };
    },
  };
}
