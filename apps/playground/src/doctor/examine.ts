import { addressOf } from '../models/model-spec.js';
import type { Naming } from '../models/named-endpoint.js';
import { UsageError } from '../usage-error.js';
import { findBackends, type FoundBackend } from './find-backends.js';
import { findModels, type FoundModels } from './find-models.js';

/** What is found on this machine, and what is missing; nothing of it is a key. */
export interface Report {
  readonly node: { readonly version: string; readonly needed: string; readonly ok: boolean };
  readonly endpoints: FoundModels['endpoints'];
  /** The model that `rlm ask` uses by default, or null: the endpoint that is named does not answer, or a model of it must be named. */
  readonly model: { readonly id: string; readonly server: string } | 'planner' | null;
  /** The variables that hold a key. */
  readonly keys: readonly string[];
  readonly backends: readonly FoundBackend[];
  /** What `rlm ask` cannot do without, in words; empty: it works. */
  readonly missing: readonly string[];
}

/** The least version of Node.js that the packages take. */
const neededNode = '20.19.0';

/** Looks at what `rlm` needs. */
export async function examine(naming: Naming): Promise<Report> {
  const { environment, provider } = naming;
  const [{ endpoints, keys }, backends] = await Promise.all([
    lookForModels(naming),
    findBackends(),
  ]);
  const version = process.versions.node;
  const isNewEnough = compareVersions(version, neededNode) >= 0;
  const named = endpoints.find(({ isNamed }) => isNamed);
  const talking = named ?? endpoints.find(({ models }) => models.length > 0);
  const first = provider === undefined ? talking?.models[0] : undefined;
  const id = environment['RLM_MODEL'] ?? first;
  const quickjs = backends.find(({ name }) => name === 'quickjs');
  return {
    node: { version, needed: neededNode, ok: isNewEnough },
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, baseUrl: addressOf(endpoint.baseUrl) })),
    model: modelOf(talking, id),
    keys,
    backends,
    missing: [
      ...(isNewEnough ? [] : [`Node.js ${neededNode} or newer`]),
      ...(quickjs?.ok === true ? [] : ['quickjs, in which code runs']),
      ...(named?.problem === undefined ? [] : ['an answer of the endpoint that is named']),
    ],
  };
}

/** If an endpoint is named, nothing replaces it. */
function modelOf(
  talking: FoundModels['endpoints'][number] | undefined,
  id: string | undefined,
): Report['model'] {
  if (talking !== undefined && id !== undefined) return { id, server: talking.server };
  return talking === undefined ? 'planner' : null;
}

/** A malformed address is a finding, not a mistake in the call. */
async function lookForModels(naming: Naming): Promise<FoundModels> {
  try {
    return await findModels(naming);
  } catch (error) {
    if (!(error instanceof UsageError) || naming.baseUrl !== undefined) throw error;
    const without = { ...naming.environment, RLM_BASE_URL: '', OPENAI_BASE_URL: '' };
    const { endpoints, keys } = await findModels({ environment: without });
    const wrong = {
      server: 'endpoint',
      baseUrl: 'RLM_BASE_URL',
      isNamed: true,
      models: [],
      problem: error.message,
    };
    return { endpoints: [wrong, ...endpoints], keys };
  }
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
