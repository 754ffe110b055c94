import type { ModelLike } from '@rlm/kernel/model';

import { installLine } from '../install-line.js';
import { UsageError } from '../usage-error.js';

/** The providers that are known by a name. */
export const providerNames = ['openai', 'anthropic', 'google'] as const;

/** A provider that is known by a name. */
export type ProviderName = (typeof providerNames)[number];

/** What is known of a provider before its package is loaded. */
interface Provider {
  /** What serves there, in words for a person. */
  readonly server: string;
  readonly baseUrl: string;
  /** The variables that hold its key, the first that is set. */
  readonly keyNames: readonly [string, ...string[]];
  readonly package: string;
  /** The versions that are known to work. */
  readonly version: string;
  /** The name of what the package makes models with. */
  readonly create: string;
  /** What it is given beside the address and the key. */
  readonly settings?: object;
  /** Its list of models, behind the address. */
  readonly list: string;
  /** What asks for the list. */
  readonly listHeaders: (key: string) => Readonly<Record<string, string>>;
}

/** OpenAI refuses `max_tokens` for its newer models. */
const withNewName = ({ max_tokens: most, ...body }: Readonly<Record<string, unknown>>): object =>
  most === undefined ? body : { ...body, max_completion_tokens: most };

/** What is known of each provider. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  openai: {
    server: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyNames: ['OPENAI_API_KEY'],
    package: '@ai-sdk/openai-compatible',
    version: '2',
    create: 'createOpenAICompatible',
    settings: { name: 'OpenAI', includeUsage: true, transformRequestBody: withNewName },
    list: 'models',
    listHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  },
  anthropic: {
    server: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyNames: ['ANTHROPIC_API_KEY'],
    package: '@ai-sdk/anthropic',
    version: '3',
    create: 'createAnthropic',
    list: 'models?limit=1000',
    listHeaders: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  google: {
    server: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyNames: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    package: '@ai-sdk/google',
    version: '3',
    create: 'createGoogleGenerativeAI',
    list: 'models?pageSize=1000',
    listHeaders: (key) => ({ 'x-goog-api-key': key }),
  },
};

/** What a package takes to make models. */
export interface ProviderSettings {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

type CreateProvider = (settings: ProviderSettings) => (model: string) => ModelLike;

/**
 * Loads the package of a provider from where `rlm` is installed: never from the current folder, whose code is not for `rlm` to run. Throws
 * {@link UsageError} with the line that installs it.
 */
export async function loadProvider(
  name: ProviderName,
  load: (specifier: string) => Promise<unknown> = (specifier) => import(specifier),
): Promise<CreateProvider> {
  const { package: needed, version, create, settings: own } = providers[name];
  let loaded: unknown;
  try {
    loaded = await load(needed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      `--provider ${name} needs the package ${needed}: ${installLine([`${needed}@${version}`])}`,
      { cause: error },
    );
  }
  const made = (loaded as Readonly<Record<string, unknown>>)[create];
  if (typeof made === 'function') {
    const makeProvider = made as CreateProvider;
    return (settings) => makeProvider({ ...own, ...settings });
  }
  throw new UsageError(
    `the package ${needed} has no ${create}; it needs version ${version}: ${installLine([`${needed}@${version}`])}`,
  );
}
