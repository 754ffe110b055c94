import { probeEndpoint } from '../../models/endpoint.js';
import { hintForStatus } from '../../models/hint-for.js';
import { addressOf, type EndpointSpec, type ModelSpec } from '../../models/model-spec.js';
import { isSamePlace, type Naming } from '../../models/named-endpoint.js';
import type { NamedEndpoint } from '../../api.js';
import { ProblemError } from '../http/problem.js';

/** What serves at an address that a person names in the page. */
const namedServer = 'named in the page';

/** How long the list of its models may take. */
const probeMs = 5_000;

/** What a header can hold; a key with anything else is refused before an error could quote it. */
const keyPattern = /^[\x21-\x7e]{1,4096}$/;

/** What to do about a key that is refused: unlike on the command line, the environment has nothing to do with it. */
export const keyHint = 'name the endpoint again in the page, with a key that it takes';

const refused = (message: string): ProblemError => new ProblemError('invalid', message);

/**
 * Checks an endpoint that the page names by the rules of the command line: an http(s) address of any machine, since a person names
 * it, without user and password. A query is refused too: it may hold a key, and addresses are kept with runs. No message quotes the
 * key.
 */
export function requireNamed({ baseUrl, apiKey }: NamedEndpoint): NamedEndpoint {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refused('Expected the address of the endpoint to be an http(s) URL.');
  }
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw refused(
      'Expected the address of the endpoint to have no user, password, query or fragment. A key goes into the field for it.',
    );
  }
  if (apiKey !== undefined && !keyPattern.test(apiKey)) {
    throw refused('Expected the key to be 1 to 4,096 visible ASCII characters without spaces.');
  }
  return apiKey === undefined ? { baseUrl } : { baseUrl, apiKey };
}

/** Asks a named endpoint for its models. Throws a problem that says why it does not answer as a model server. */
export async function modelsAt({ baseUrl, apiKey }: NamedEndpoint): Promise<readonly string[]> {
  const hint = (status: number): string | undefined =>
    status === 401 || status === 403 ? 'is the key right?' : hintForStatus(status);
  const probe = await probeEndpoint(baseUrl, { apiKey, timeoutMs: probeMs, hint });
  if (probe.ok) return probe.models;
  const why = withoutKey(probe.reason, apiKey);
  throw refused(`${addressOf(baseUrl)} does not answer as a model server: ${why}`);
}

/** The spec of a model of an endpoint that the page names. */
export const specAt = ({ baseUrl }: NamedEndpoint, model: string): EndpointSpec => ({
  ...{ kind: 'endpoint', server: namedServer, baseUrl, model },
});

/** Whether the models of a run are at the endpoint that the page names. */
export const isNamedBy = (spec: ModelSpec, endpoint: NamedEndpoint | undefined): boolean =>
  spec.kind === 'endpoint' && endpoint !== undefined && isSamePlace(endpoint.baseUrl, spec.baseUrl);

/** Whom a run trusts that has its models at a named endpoint: nothing of the server's own environment. */
export const namingBy = ({ baseUrl, apiKey }: NamedEndpoint): Naming => ({
  baseUrl,
  environment: { RLM_API_KEY: apiKey },
});

/** The answer to who goes on with a run whose endpoint is not named, neither in the page nor by the server. */
export function notNamed(spec: ModelSpec): ProblemError {
  const place = spec.kind === 'endpoint' ? addressOf(spec.baseUrl) : spec.kind;
  return new ProblemError(
    'conflict',
    `the run has its models at ${place}, which is not named now: neither a key nor your text goes there. If you trust that address, name it on the page "Ask" (Endpoint and key), or start rlm serve with --base-url ${place}`,
  );
}

/** `fetch` for an endpoint whose errors may quote the key: they end in events and journals. */
export function fetchWithoutKey(fetch: typeof globalThis.fetch, apiKey: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const { status, statusText, headers } = response;
    const text = withoutKey(await response.text(), apiKey);
    return new Response(text, {
      ...{ status, statusText: withoutKey(statusText, apiKey) },
      headers: [...headers].filter(([name]) => /^(?:content-type|retry-after)/i.test(name)),
    });
  };
}

/** A key may be quoted as it is, or as JSON writes it. */
const withoutKey = (text: string, apiKey: string | undefined): string =>
  apiKey === undefined
    ? text
    : text.replaceAll(apiKey, '[key]').replaceAll(JSON.stringify(apiKey).slice(1, -1), '[key]');
