import type { ProviderName } from '../models/providers.js';
import { UsageError } from '../usage-error.js';
import { saidIn, type Origins, type ValuesOf } from './command.js';
import type { OutputWishes } from './ask-arguments.js';
import { readHeaders, readProvider, readOutput, readPath } from './read-values.js';
import {
  connectionOptions,
  outputOptions,
  providerOption,
  runsOption,
  yesOption,
} from './shared-options.js';

const { json, events, quiet, save } = outputOptions;

/** The options of `rlm approve` and `rlm reject`. */
export const reviewOptions = {
  'base-url': {
    value: '<url>',
    words: 'the current address of the endpoint of the task, which gets the key (or RLM_BASE_URL)',
  },
  ...providerOption,
  ...connectionOptions,
  json,
  events,
  quiet,
  save,
  ...runsOption,
  ...yesOption,
} as const;

/** Which task is reviewed, and how what follows is shown. */
export interface ReviewArguments {
  readonly runId: string;
  readonly runs: string | undefined;
  /** What the command line says of the endpoint, and not the settings: a task that goes on has its endpoint there. */
  readonly said: { readonly baseUrl: string | undefined };
  readonly baseUrl: string | undefined;
  readonly provider: ProviderName | undefined;
  /** The variable of the environment that holds the key. */
  readonly apiKeyEnv: string | undefined;
  /** Sent with each call to the address that is named. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly save: string | undefined;
  /** Whether a task of a folder that is named goes on unasked. */
  readonly isYes: boolean;
  /** Default: as the task was begun. */
  readonly output: OutputWishes['output'] | undefined;
}

/** Reads what follows `rlm approve` or `rlm reject`. Throws {@link UsageError}. */
export function readReview(
  command: string,
  [runId, ...more]: readonly string[],
  values: ValuesOf<typeof reviewOptions>,
  origins: Origins,
): ReviewArguments {
  if (runId === undefined || more.length > 0) {
    throw new UsageError(
      `${command} needs the id of one task; rlm runs --status suspended lists those that wait`,
    );
  }
  return {
    runId,
    runs: readPath('runs', values, 'folder'),
    said: { baseUrl: saidIn(values, origins, 'base-url') },
    baseUrl: values['base-url'],
    provider: readProvider(values),
    apiKeyEnv: values['api-key-env'],
    headers: readHeaders(values),
    save: readPath('save', values, 'file'),
    isYes: values.yes ?? false,
    output: readOutput(values),
  };
}
