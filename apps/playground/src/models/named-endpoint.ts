import { shellWord } from '../shell-word.js';
import { RunRefusedError, UsageError } from '../usage-error.js';
import { addressOf, type EndpointSpec } from './model-spec.js';
import { providers, type ProviderName } from './providers.js';

/** Whom a person trusts with a key and a text, here and now: what this command line says, the user's settings, and the environment. */
export interface Naming {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The address that the command line or the settings name. */
  readonly baseUrl?: string | undefined;
  /** The provider that they name, with the key of its own. */
  readonly provider?: ProviderName | undefined;
  /** Sent with each call to the address that is named, and to no other. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The variables that the key of an endpoint in the OpenAI format is read from, the first that is set. */
const keyNames = ['RLM_API_KEY', 'OPENAI_API_KEY'] as const;

/** The variables that a key is read from, the first that is set. */
export const keyNamesOf = (provider: ProviderName | undefined): readonly [string, ...string[]] =>
  provider === undefined ? keyNames : providers[provider].keyNames;

/** What a command line says of the endpoint, with the environment. Throws {@link UsageError} if the key is not where it says. */
export function namingOf({
  apiKeyEnv,
  ...naming
}: Omit<Naming, 'environment'> & { readonly apiKeyEnv?: string | undefined }): Naming {
  const { env } = process;
  const { headers, baseUrl, provider } = naming;
  const named = { headers, baseUrl, provider };
  if (apiKeyEnv === undefined) return { environment: env, ...named };
  const key = env[apiKeyEnv];
  if (key === undefined || key === '') {
    throw new UsageError(`--api-key-env ${apiKeyEnv}: this variable is not set`);
  }
  return { environment: { ...env, [keyNamesOf(provider)[0]]: key }, ...named };
}

/** How an endpoint is asked. */
interface Connection {
  readonly baseUrl: string;
  /** Absent if no address was named. */
  readonly apiKey?: string | undefined;
  readonly headers?: Naming['headers'];
}

/** The one address that is named, or undefined. What the environment names is in the OpenAI format. */
export function namedAddress({ environment, baseUrl, provider }: Naming): string | undefined {
  if (provider !== undefined) {
    return baseUrl === undefined || baseUrl === '' ? providers[provider].baseUrl : baseUrl;
  }
  return [baseUrl, environment['RLM_BASE_URL'], environment['OPENAI_BASE_URL']].find(
    (url) => url !== undefined && url !== '',
  );
}

/** The key for the address that is named. */
export function keyOf({
  environment,
  provider,
}: Pick<Naming, 'environment' | 'provider'>): string | undefined {
  return keyNamesOf(provider)
    .map((name) => environment[name])
    .find((key) => key !== undefined && key !== '');
}

/** Whether two addresses are the same place, whatever key one of them has in its query. */
export function isSamePlace(one: string, other: string): boolean {
  const placeOf = (url: string): string =>
    URL.canParse(url) ? addressOf(new URL(url).href).replace(/\/+$/, '') : url;
  return placeOf(one) === placeOf(other);
}

/**
 * How the endpoint of a spec is asked. A spec may come from the journal of a run, which names nothing: the key goes to the address that
 * is named and to no other, and other machines than this one are not asked at all unless they are named. An address of this machine
 * passes here: a kept run comes here when it is in the user's own folder, or when a person has said yes (`requireYes`).
 * Throws {@link RunRefusedError}.
 */
export function connectionTo({ baseUrl, provider }: EndpointSpec, naming: Naming): Connection {
  const named = namedAddress(naming);
  // The key of one provider is not for an address that was named for another.
  if (named !== undefined && naming.provider === provider && isSamePlace(named, baseUrl)) {
    const apiKey = keyOf(naming);
    const { headers } = naming;
    return { baseUrl: named, headers, apiKey };
  }
  if (isThisMachine(baseUrl)) return { baseUrl };
  const place = addressOf(baseUrl);
  throw new RunRefusedError(
    `the run has its models at ${place}, which this command does not name: neither your key nor your text goes there. If you trust that address: ${howToName(place, provider)}`,
  );
}

/** Whether an address is one of this machine's loopback. */
export function isThisMachine(baseUrl: string): boolean {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}

/** The options that name an address. */
function howToName(place: string, provider: ProviderName | undefined): string {
  if (provider === undefined) return `--base-url ${shellWord(place)} (or RLM_BASE_URL)`;
  const isUsual = isSamePlace(place, providers[provider].baseUrl);
  return `--provider ${provider}${isUsual ? '' : ` --base-url ${shellWord(place)}`}`;
}
