import type { ProviderName } from '../models/providers.js';
import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { readCount, readHeaders, readPath, readProvider } from './read-values.js';
import {
  connectionOptions,
  isolationOption,
  providerOption,
  queueOption,
  runsOption,
  yesOption,
} from './shared-options.js';

/** The options of `rlm worker`. */
export const workerOptions = {
  ...queueOption,
  'base-url': {
    value: '<url>',
    words: 'the endpoint that gets the key, if runs ask it (or RLM_BASE_URL)',
  },
  ...providerOption,
  ...connectionOptions,
  concurrency: { value: '<n>', words: 'how many runs at a time; default 1' },
  ...runsOption,
  ...yesOption,
  ...isolationOption,
} as const;

/** What a process works on that takes runs from a queue. */
export interface WorkerArguments {
  readonly runs: string | undefined;
  /** The Redis that has the queue. */
  readonly queue: string;
  /** The endpoint that gets the key. */
  readonly baseUrl: string | undefined;
  readonly provider: ProviderName | undefined;
  /** The variable of the environment that holds the key. */
  readonly apiKeyEnv: string | undefined;
  /** Sent with each call to that endpoint. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** How many runs at a time. */
  readonly concurrency: number;
  /** Whether it works on runs of a folder that is named. */
  readonly isYes: boolean;
  /** Whether the operating system must isolate the code of models. */
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm worker`. Throws {@link UsageError}. */
export function readWorker(
  rest: readonly string[],
  values: ValuesOf<typeof workerOptions>,
): WorkerArguments {
  if (rest.length > 0) throw new UsageError('rlm worker takes no arguments, but --queue <url>');
  const { queue } = values;
  if (queue === undefined) {
    throw new UsageError('worker needs the Redis of its queue: rlm worker --queue <url>');
  }
  const concurrency = readCount('concurrency', values, 1) ?? 1;
  const baseUrl = values['base-url'];
  const provider = readProvider(values);
  const apiKeyEnv = values['api-key-env'];
  const headers = readHeaders(values);
  const isYes = values.yes ?? false;
  const requireIsolation = values['require-isolation'] ?? false;
  const runs = readPath('runs', values, 'folder');
  return {
    runs,
    queue,
    baseUrl,
    provider,
    apiKeyEnv,
    headers,
    concurrency,
    isYes,
    requireIsolation,
  };
}
