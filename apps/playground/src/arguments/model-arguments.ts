import type { ProviderName } from '../models/providers.js';
import { UsageError } from '../usage-error.js';
import type { Origins, ValuesOf } from './command.js';
import { readHeaders, readProvider } from './read-values.js';
import { languageOption, modelOptions, plannerOption } from './shared-options.js';

/** Which model answers, as the command line says it. */
export interface ModelArguments {
  readonly baseUrl: string | undefined;
  /** The provider that is asked by a package of its own. */
  readonly provider: ProviderName | undefined;
  /** The variable of the environment that holds the key. */
  readonly apiKeyEnv: string | undefined;
  /** Sent with each call to the address that is named. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly model: string | undefined;
  /** What names the model or the planner: an option, or the file of the settings. */
  readonly namedBy?: string | undefined;
  readonly subModel: string | undefined;
  readonly planner: boolean;
  readonly language: 'javascript' | 'python';
}

/** The options that say which model answers. */
export const anyModelOptions = { ...modelOptions, ...plannerOption, ...languageOption } as const;

/** Reads which model answers. Throws {@link UsageError}. */
export function readModel(
  values: ValuesOf<typeof anyModelOptions>,
  origins: Origins,
): ModelArguments {
  const named = values['base-url'] ?? values.provider ?? values.model;
  if (values.planner === true && named !== undefined) {
    throw new UsageError(
      '--planner needs no model: it excludes --base-url, --provider and --model',
    );
  }
  if (values.python === true && values.planner === true) {
    throw new UsageError('--planner writes JavaScript: it excludes --python');
  }
  return {
    baseUrl: values['base-url'],
    provider: readProvider(values),
    apiKeyEnv: values['api-key-env'],
    headers: readHeaders(values),
    model: values.model,
    namedBy: namedBy(values, origins),
    subModel: values['sub-model'],
    planner: values.planner ?? false,
    language: values.python === true ? 'python' : 'javascript',
  };
}

function namedBy(
  { model, planner }: ValuesOf<typeof anyModelOptions>,
  origins: Origins,
): ModelArguments['namedBy'] {
  if (model !== undefined) return origins('model');
  return planner === true ? origins('planner') : undefined;
}
