import {
  findLocal,
  findNamed,
  talkingFirst,
  type FoundEndpoint,
  type LocalServer,
} from '../models/find-endpoints.js';
import { keyNamesOf, type Naming } from '../models/named-endpoint.js';
import { providerNames } from '../models/providers.js';

/** Where models were looked for, and what was found; nothing of it is a key. */
export interface FoundModels {
  /** The named endpoint, if any, then the addresses of local servers. Models that answer come first. */
  readonly endpoints: readonly FoundEndpoint[];
  /** The variables of the environment that hold a key. */
  readonly keys: readonly string[];
}

/** Where models are looked for. */
interface FindModelsOptions extends Naming {
  /** Default: the usual places. */
  readonly servers?: readonly LocalServer[];
}

/** Looks for models at the named endpoint and at the addresses of local servers, all at once. Throws `UsageError` for a malformed address. */
export async function findModels({ servers, ...naming }: FindModelsOptions): Promise<FoundModels> {
  const [named, local] = await Promise.all([findNamed(naming), findLocal(servers)]);
  return {
    endpoints: [...(named === undefined ? [] : [named]), ...local].map((endpoint) => ({
      ...endpoint,
      models: talkingFirst(endpoint.models),
    })),
    keys: [...new Set([undefined, ...providerNames].flatMap(keyNamesOf))].filter(
      (name) => (naming.environment[name] ?? '') !== '',
    ),
  };
}
