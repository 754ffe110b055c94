import type { ProviderName } from '../models/providers.js';
import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { readHeaders, readProvider } from './read-values.js';
import { connectionOptions, providerOption } from './shared-options.js';

/** The options of `rlm models`. */
export const modelsOptions = {
  'base-url': { value: '<url>', words: 'only the models of this endpoint (or RLM_BASE_URL)' },
  ...providerOption,
  ...connectionOptions,
  json: { words: 'the models as JSON on stdout' },
} as const;

/** Where models are looked for, and how they are listed. */
export interface ModelsArguments {
  readonly baseUrl: string | undefined;
  readonly provider: ProviderName | undefined;
  readonly apiKeyEnv: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly json: boolean;
}

/** Reads what follows `rlm models`. Throws {@link UsageError}. */
export function readModels(
  rest: readonly string[],
  values: ValuesOf<typeof modelsOptions>,
): ModelsArguments {
  if (rest.length > 0) throw new UsageError('rlm models takes no arguments');
  return {
    baseUrl: values['base-url'],
    provider: readProvider(values),
    apiKeyEnv: values['api-key-env'],
    headers: readHeaders(values),
    json: values.json ?? false,
  };
}
