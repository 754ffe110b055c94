import { definedFields } from '@rlm/repl-types/internal';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelLike } from '@rlm/kernel/model';
import { Agent, fetch } from 'undici';

import { UsageError } from './usage.js';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The one address that the command line or the environment names, with what goes there and nowhere else. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
  /** Default: `model`. */
  readonly subModel: string | undefined;
  /** With the key, if there is one. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the command line says of the endpoint. */
interface EndpointValues {
  readonly 'base-url'?: string | undefined;
  readonly model?: string | undefined;
  readonly 'sub-model'?: string | undefined;
  readonly 'api-key-env'?: string | undefined;
  readonly header?: readonly string[] | undefined;
}

/** Reads which model answers. Throws {@link UsageError}. */
export function readEndpoint(values: EndpointValues, environment: Environment): Endpoint {
  const { RLM_BASE_URL, OPENAI_BASE_URL, RLM_MODEL } = environment;
  const baseUrl = firstOf(values['base-url'], RLM_BASE_URL, OPENAI_BASE_URL);
  if (baseUrl === undefined) {
    throw new UsageError(
      'No model is named. Name the address of an OpenAI-compatible server, and a model there: --base-url <url> --model <id>, or RLM_BASE_URL and RLM_MODEL.',
    );
  }
  requireAddress(baseUrl);
  const model = firstOf(values.model, RLM_MODEL);
  if (model === undefined) {
    throw new UsageError(`Which model of ${baseUrl}? Name it: --model <id>, or RLM_MODEL.`);
  }
  const key = keyOf(values['api-key-env'], environment);
  return {
    baseUrl,
    model,
    subModel: values['sub-model'],
    headers: definedFields({
      authorization: key === undefined ? undefined : `Bearer ${key}`,
      ...readHeaders(values.header ?? []),
    }),
  };
}

const firstOf = (...texts: readonly (string | undefined)[]): string | undefined =>
  texts.find((text) => text !== undefined && text !== '');

function requireAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `The base URL must be an address of http or https, not ${JSON.stringify(baseUrl)}.`,
    );
  }
  if (`${url.username}${url.password}` !== '') {
    throw new UsageError('The base URL takes no user and password: a key goes into RLM_API_KEY.');
  }
}

function keyOf(name: string | undefined, environment: Environment): string | undefined {
  if (name === undefined) return firstOf(environment['RLM_API_KEY'], environment['OPENAI_API_KEY']);
  const key = firstOf(environment[name]);
  if (key !== undefined) return key;
  throw new UsageError(`--api-key-env ${name}: this variable is not set.`);
}

/** Reads headers. No message shows a value, which may be a key. */
function readHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  const entries = lines.map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\u0020-\u007E]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('--header takes a name and a value: --header "x-team: red".');
    }
    return [name.toLowerCase(), value.trim()] as const;
  });
  return Object.fromEntries(entries);
}

/** Makes the models of an endpoint, without asking them anything. */
export function openModels({ baseUrl, model, subModel = model, headers }: Endpoint): {
  readonly model: ModelLike;
  readonly subModel: ModelLike;
} {
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL: baseUrl,
    headers,
    includeUsage: true,
    fetch: fetchThere,
  });
  return { model: provider(model), subModel: provider(subModel) };
}

/** Without limits of time, which the run has (`--call-timeout`), and for answers of at most 64 MB. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: 64 * 2 ** 20 });

/** `fetch` without redirects: only the server at the address gets what is sent, and the key. */
const fetchThere = (async (input: string | URL, init: object) => {
  const response = await fetch(input, { ...init, dispatcher, redirect: 'manual' });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  const target = response.headers.get('location');
  throw new Error(
    `${String(input)} redirects${target === null ? '' : ` to ${target}`}, and redirects are not followed. If you trust that place, name it with --base-url.`,
  );
}) as unknown as typeof globalThis.fetch;
