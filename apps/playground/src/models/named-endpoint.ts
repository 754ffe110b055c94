import { shellWord } from '../shell-word.js';
import { RunRefusedError, UsageError } from '../usage-error.js';
import { addressOf, type EndpointSpec } from './model-spec.js';

/** Whom a person trusts with a key and a text, here and now: what this command line says, and the environment. */
export interface Naming {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The address that the command line names. */
  readonly baseUrl?: string | undefined;
  /** Sent with each call to the address that is named, and to no other. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a command line says of the endpoint, with the environment. Throws {@link UsageError} if the key is not where it says. */
export function namingOf({
  apiKeyEnv,
  headers,
  baseUrl,
}: Omit<Naming, 'environment'> & { readonly apiKeyEnv?: string | undefined }): Naming {
  const { env } = process;
  if (apiKeyEnv === undefined) return { environment: env, headers, baseUrl };
  const key = env[apiKeyEnv];
  if (key === undefined || key === '') {
    throw new UsageError(`--api-key-env ${apiKeyEnv}: this variable is not set`);
  }
  return { environment: { ...env, RLM_API_KEY: key }, headers, baseUrl };
}

/** How an endpoint is asked. */
interface Connection {
  readonly baseUrl: string;
  /** Absent if no address was named. */
  readonly apiKey?: string;
  readonly headers?: Naming['headers'];
}

/** The one address that is named, or undefined. */
export function namedAddress({ environment, baseUrl }: Naming): string | undefined {
  return [baseUrl, environment['RLM_BASE_URL'], environment['OPENAI_BASE_URL']].find(
    (url) => url !== undefined && url !== '',
  );
}

/** The key for the address that is named. */
export function keyOf(environment: Naming['environment']): string | undefined {
  return [environment['RLM_API_KEY'], environment['OPENAI_API_KEY']].find(
    (key) => key !== undefined && key !== '',
  );
}

/** Whether two addresses are the same place, whatever key one of them has in its query. */
export function isSamePlace(one: string, other: string): boolean {
  const placeOf = (url: string): string =>
    URL.canParse(url) ? addressOf(new URL(url).href).replace(/\/+$/, '') : url;
  return placeOf(one) === placeOf(other);
}

/**
 * How the endpoint of a spec is asked. A spec may come from the journal of a run, which anybody can have written: the key goes to the
 * address that is named and to no other, and other machines than this one are not asked at all unless they are named. An address of
 * this machine passes here: a kept run comes here when its user has written it, or trusts it (`requireTrust`).
 * Throws {@link RunRefusedError}.
 */
export function connectionTo({ baseUrl }: EndpointSpec, naming: Naming): Connection {
  const named = namedAddress(naming);
  if (named !== undefined && isSamePlace(named, baseUrl)) {
    const apiKey = keyOf(naming.environment);
    const { headers } = naming;
    return { baseUrl: named, headers, ...(apiKey === undefined ? {} : { apiKey }) };
  }
  if (isThisMachine(baseUrl)) return { baseUrl };
  const place = addressOf(baseUrl);
  throw new RunRefusedError(
    `the run has its models at ${place}, which this command does not name: neither your key nor your text goes there. If you trust that address: --base-url ${shellWord(place)} (or RLM_BASE_URL)`,
  );
}

/** Whether an address is one of this machine's loopback. */
export function isThisMachine(baseUrl: string): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}
