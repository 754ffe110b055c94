import { probeEndpoint } from './endpoint.js';
import { requireAddress } from './model-spec.js';
import { keyOf, namedAddress, type Naming } from './named-endpoint.js';
import { providers } from './providers.js';

/** An address where models may be, and what was found there; nothing of it is a key. */
export interface FoundEndpoint {
  /** What serves there, in words for a person. */
  readonly server: string;
  readonly baseUrl: string;
  /** Whether a person named the address: then the key of the environment is for it. */
  readonly isNamed: boolean;
  /** The models that it lists; empty if it does not answer. */
  readonly models: readonly string[];
  /** Why it does not answer as a model server; absent if it does. */
  readonly problem?: string | undefined;
  /** Whether the problem is only that it lists no models. */
  readonly hasNoList?: boolean | undefined;
}

/** A server that people run on their own machine. */
export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** The usual places of local model servers. */
const localServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

const localProbeMs = 300;
const namedProbeMs = 5_000;

/** Looks at the endpoint that the command line or the environment names; undefined without one. */
export async function findNamed(naming: Naming): Promise<FoundEndpoint | undefined> {
  const named = namedAddress(naming);
  if (named === undefined) return undefined;
  requireAddress(named);
  const { headers, provider } = naming;
  const apiKey = keyOf(naming);
  if (provider === undefined) {
    const options = { apiKey, headers, timeoutMs: namedProbeMs };
    return { server: 'endpoint', isNamed: true, ...(await look(named, options)) };
  }
  const { server, list, listHeaders } = providers[provider];
  const own = apiKey === undefined ? {} : listHeaders(apiKey);
  const options = { list, headers: { ...own, ...headers }, timeoutMs: namedProbeMs };
  return { server, isNamed: true, ...(await look(named, options)) };
}

/** Looks at the places of local servers. */
export function findLocal(
  servers: readonly LocalServer[] = localServers,
): Promise<readonly FoundEndpoint[]> {
  return Promise.all(
    servers.map(async ({ name, baseUrl }) => ({
      server: name,
      isNamed: false,
      ...(await look(baseUrl, { timeoutMs: localProbeMs })),
    })),
  );
}

async function look(
  baseUrl: string,
  options: Parameters<typeof probeEndpoint>[1],
): Promise<Pick<FoundEndpoint, 'baseUrl' | 'models' | 'problem' | 'hasNoList'>> {
  const probe = await probeEndpoint(baseUrl, options);
  return probe.ok
    ? { baseUrl, models: probe.models }
    : {
        baseUrl,
        models: [],
        problem: probe.reason,
        hasNoList: probe.hasNoList,
      };
}

/** A list of models may begin with ones that only embed. */
export const talkingFirst = (models: readonly string[]): readonly string[] => {
  const talks = (id: string): boolean => !/embed|rerank|whisper|tts/i.test(id);
  return [...models.filter(talks), ...models.filter((id) => !talks(id))];
};
