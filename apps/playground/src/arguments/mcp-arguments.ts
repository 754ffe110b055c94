import { UsageError } from '../usage-error.js';
import type { Origins, ValuesOf } from './command.js';
import { anyLimitOptions, readAllLimits, type AskLimits } from './limit-arguments.js';
import { anyModelOptions, readModel, type ModelArguments } from './model-arguments.js';
import { readAmount, readCount, readPath } from './read-values.js';
import { isolationOption, journalOption, runsOption } from './shared-options.js';

const connection = 'Connection (default: the stdin and stdout of this process):';

/** The options of `rlm mcp`. */
export const mcpOptions = {
  ...anyModelOptions,
  ...anyLimitOptions,
  'max-total-cost': {
    value: '<usd>',
    words: 'US dollars of all runs of this process together; needs the price of the models',
    group: 'Limits:',
  },
  http: {
    words: 'listens on this machine; the token is in RLM_MCP_TOKEN, or a new one is printed',
    group: connection,
  },
  port: {
    value: '<n>',
    words: 'with --http; default 7341, 0 for any free port',
    group: connection,
  },
  ...isolationOption,
  ...runsOption,
  ...journalOption,
} as const;

/** How questions of an agent are answered. */
export interface McpArguments extends ModelArguments, AskLimits {
  /** The folders that may be read; none: those that the client names. */
  readonly folders: readonly string[];
  /** What all runs together may cost. */
  readonly maxTotalCostUsd: number | undefined;
  /** The port to listen at; undefined: stdin and stdout. */
  readonly port: number | undefined;
  readonly runs: string | undefined;
  /** Whether runs are kept. */
  readonly journal: boolean;
  /** Whether the operating system must isolate the model's code. */
  readonly requireIsolation: boolean;
}

/** Reads what follows `rlm mcp`. Throws {@link UsageError}. */
export function readMcp(
  folders: readonly string[],
  values: ValuesOf<typeof mcpOptions>,
  origins: Origins,
): McpArguments {
  if (values['no-journal'] === true && values.runs !== undefined) {
    throw new UsageError('--no-journal and --runs exclude each other');
  }
  if (values.port !== undefined && values.http !== true) {
    throw new UsageError('--port needs --http: without it, rlm mcp talks over stdin and stdout');
  }
  const port = values.http === true ? (readCount('port', values, 0) ?? 7341) : undefined;
  if (port !== undefined && port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${port}`);
  }
  const model = readModel(values, origins);
  const limits = readAllLimits(values, model);
  const maxTotalCostUsd = readAmount('max-total-cost', values);
  if (maxTotalCostUsd !== undefined && limits.prices === undefined && !model.planner) {
    throw new UsageError(
      '--max-total-cost needs the price of the models: --price-in <usd> and --price-out <usd> for a million tokens, or --price-reported if each reply reports its cost',
    );
  }
  return {
    folders,
    ...model,
    ...limits,
    maxTotalCostUsd,
    port,
    runs: readPath('runs', values, 'folder'),
    journal: values['no-journal'] !== true,
    requireIsolation: values['require-isolation'] ?? false,
  };
}
