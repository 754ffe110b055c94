import {
  findLocal,
  findNamed,
  talkingFirst,
  type FoundEndpoint,
  type LocalServer,
} from '../models/find-endpoints.js';
import type { Naming } from '../models/named-endpoint.js';

/** The variables that a key is read from, the first that is set. */
const keyNames = ['RLM_API_KEY', 'OPENAI_API_KEY'] as const;

/** Where models were looked for, and what was found; nothing of it is a key. */
export interface FoundModels {
  /** The named endpoint, if any, then the addresses of local servers. Models that answer come first. */
  readonly endpoints: readonly FoundEndpoint[];
  /** The variables of the environment that hold a key. */
  readonly keys: readonly string[];
}

/** Where models are looked for. */
interface FindModelsOptions extends Naming {
  /** Default: what the environment names. */
  readonly baseUrl?: string | undefined;
  /** Default: the usual places. */
  readonly servers?: readonly LocalServer[];
}

/** Looks for models at the named endpoint and at the addresses of local servers, all at once. Throws `UsageError` for a malformed address. */
export async function findModels({
  environment,
  baseUrl,
  headers,
  servers,
}: FindModelsOptions): Promise<FoundModels> {
  const [named, local] = await Promise.all([
    findNamed({ environment, baseUrl, headers }),
    findLocal(servers),
  ]);
  return {
    endpoints: [...(named === undefined ? [] : [named]), ...local].map((endpoint) => ({
      ...endpoint,
      models: talkingFirst(endpoint.models),
    })),
    keys: keyNames.filter((name) => (environment[name] ?? '') !== ''),
  };
}
