import { UsageError } from '../usage-error.js';
import type { ProviderName } from './providers.js';

/** Which model a run has, as data that may be kept: never with a key. */
export type ModelSpec =
  | { readonly kind: 'planner' }
  /** The scripted tour of the page. */
  | { readonly kind: 'tour' }
  /** A person plays the model in the page. */
  | { readonly kind: 'by-hand' }
  | EndpointSpec;

/** Models behind an address. */
export interface EndpointSpec {
  readonly kind: 'endpoint';
  /** What serves there, in words for a person. */
  readonly server: string;
  readonly baseUrl: string;
  /** Whose package asks it; default: it takes requests in the OpenAI format. */
  readonly provider?: ProviderName;
  readonly model: string;
  /** Default: `model`. */
  readonly subModel?: string | undefined;
}

/** A spec without what an address may hold beside the place: a password, or a key in its query. */
export function withoutSecrets(spec: ModelSpec): ModelSpec {
  return spec.kind === 'endpoint' ? { ...spec, baseUrl: addressOf(spec.baseUrl) } : spec;
}

/** The place of an address alone. */
export function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const url = new URL(baseUrl);
  const more = `${url.username}${url.password}${url.search}${url.hash}`;
  return more === '' ? baseUrl : `${url.origin}${url.pathname}`;
}

/** Throws {@link UsageError} for what cannot be the address of an endpoint. */
export function requireAddress(baseUrl: string): void {
  if (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)) {
    const { username, password } = new URL(baseUrl);
    if (`${username}${password}` === '') return;
    throw new UsageError(
      `the base URL ${addressOf(baseUrl)} takes no user and password: a key goes into RLM_API_KEY`,
    );
  }
  throw new UsageError(`the base URL must be an http(s) address, not ${JSON.stringify(baseUrl)}`);
}

/** What is no endpoint, in words for a person. */
const otherModels: Readonly<Record<Exclude<ModelSpec['kind'], 'endpoint'>, string>> = {
  planner: 'the planner',
  tour: 'the scripted tour',
  'by-hand': 'a model by hand',
};

/** The spec of an endpoint that has moved to another address. Throws {@link UsageError} if the spec has no endpoint. */
export function movedTo(baseUrl: string | undefined, spec: ModelSpec): ModelSpec {
  if (baseUrl === undefined) return spec;
  requireAddress(baseUrl);
  if (spec.kind === 'endpoint') return { ...spec, baseUrl };
  throw new UsageError(
    `--base-url names the new address of an endpoint, and the run has ${otherModels[spec.kind]}`,
  );
}

/** A model in a word, as a list names it: the id that an endpoint knows it by, or what it is. */
export const nameOfModel = (spec: ModelSpec): string =>
  spec.kind === 'endpoint' ? spec.model : spec.kind;
