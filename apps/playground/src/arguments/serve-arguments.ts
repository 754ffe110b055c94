import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { costOptions, readCost, type CostLimits } from './cost-arguments.js';
import { readCount, readHeaders, readPath } from './read-values.js';
import { connectionOptions, isolationOption, runsOption, yesOption } from './shared-options.js';

/** The options of `rlm serve`. */
export const serveOptions = {
  port: { value: '<n>', words: 'the port; default 7340, 0 for any free port' },
  'base-url': {
    value: '<url>',
    words: 'an OpenAI-compatible endpoint (or RLM_BASE_URL); its key in RLM_API_KEY',
  },
  ...connectionOptions,
  'no-endpoints': { words: 'the page may not name endpoints of its own, with keys for them' },
  ...costOptions,
  ...runsOption,
  ...yesOption,
  ...isolationOption,
} as const;

/** How the page is served. */
export interface ServeArguments {
  readonly port: number;
  /** The folder of the runs; default: the user's own. */
  readonly runs: string | undefined;
  /** Whether runs of a folder that is named go on unasked; else the page asks. */
  readonly isYes: boolean;
  /** The endpoint whose models the page offers, beside those of local servers. */
  readonly baseUrl: string | undefined;
  /** The variable of the environment that holds the key. */
  readonly apiKeyEnv: string | undefined;
  /** Sent with each call to that endpoint. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Whether the page may name endpoints. */
  readonly mayNameEndpoints: boolean;
  /** What each run may cost at most, and the price of the models. */
  readonly costs: CostLimits;
  /** Whether the operating system must isolate the code of models. */
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm serve`. Throws {@link UsageError}. */
export function readServe(
  rest: readonly string[],
  values: ValuesOf<typeof serveOptions>,
): ServeArguments {
  if (rest.length > 0) {
    throw new UsageError('rlm serve takes no arguments: texts are dropped into the page');
  }
  const port = readCount('port', values, 0) ?? 7340;
  if (port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${port}`);
  }
  return {
    port,
    baseUrl: values['base-url'],
    apiKeyEnv: values['api-key-env'],
    headers: readHeaders(values),
    mayNameEndpoints: values['no-endpoints'] !== true,
    costs: readCost(values),
    runs: readPath('runs', values, 'folder'),
    isYes: values.yes ?? false,
    requireIsolation: values['require-isolation'] ?? false,
  };
}
