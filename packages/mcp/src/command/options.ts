import { parseArgs, type ParseArgsConfig } from 'node:util';

import type { ModelPrice } from '@rlm/kernel/model';
import { messageOf } from '@rlm/repl-types/internal';

import type { McpRunOptions } from '../server/index.js';
import { readEndpoint, type Endpoint, type Environment } from './endpoint.js';
import { readAmount, readCount, readDuration } from './read-numbers.js';
import { UsageError } from './usage.js';

/** How questions of an agent are answered. */
export interface CommandOptions {
  /** The folders that may be read; none: those that the client names. */
  readonly folders: readonly string[];
  readonly endpoint: Endpoint;
  /** Whether the model writes Python instead of JavaScript. */
  readonly python: boolean;
  readonly requireIsolation: boolean;
  /** The limits of a run, and how its models are called. */
  readonly run: Pick<McpRunOptions, 'maxSteps' | 'limits' | 'prices' | 'retry' | 'settings'>;
  /** What all runs together may cost. */
  readonly maxTotalCostUsd: number | undefined;
  /** The port to listen at; undefined: stdin and stdout. */
  readonly port: number | undefined;
  /** The folder of the runs; undefined: the usual one; false: none is kept. */
  readonly runs: string | undefined | false;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const known = {
  'base-url': text,
  model: text,
  'sub-model': text,
  'api-key-env': text,
  header: { type: 'string', multiple: true },
  temperature: text,
  retries: text,
  'call-timeout': text,
  python: flag,
  'max-steps': text,
  'max-sub-queries': text,
  concurrency: text,
  'max-tokens': text,
  timeout: text,
  'max-cost': text,
  'max-total-cost': text,
  'price-in': text,
  'price-cached': text,
  'price-out': text,
  'price-reported': flag,
  'require-isolation': flag,
  runs: text,
  'no-journal': flag,
  http: flag,
  port: text,
  help: { type: 'boolean', short: 'h' },
  version: flag,
} as const satisfies ParseArgsConfig['options'];

type Values = ReturnType<typeof parse>['values'];

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: known, allowPositionals: true });

/** Reads a command line. Throws {@link UsageError}. */
export function readOptions(
  args: readonly string[],
  environment: Environment,
): CommandOptions | 'help' | 'version' {
  const { values, positionals } = parsed(args);
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  if (values['no-journal'] === true && values.runs !== undefined) {
    throw new UsageError('--no-journal and --runs exclude each other.');
  }
  if (values.runs === '') throw new UsageError('--runs needs a folder.');
  const prices = readPrices(values);
  const maxTotalCostUsd = readAmount('max-total-cost', values);
  const maxCostUsd = readAmount('max-cost', values);
  if ((maxTotalCostUsd ?? maxCostUsd) !== undefined && prices === undefined) {
    const option = maxCostUsd === undefined ? '--max-total-cost' : '--max-cost';
    throw new UsageError(
      `${option} needs the price of the models: --price-in <usd> and --price-out <usd> for a million tokens, or --price-reported if each reply reports its cost.`,
    );
  }
  return {
    folders: positionals,
    endpoint: readEndpoint(values, environment),
    python: values.python === true,
    requireIsolation: values['require-isolation'] === true,
    run: { ...readRun(values), prices, limits: { ...readLimits(values), maxCostUsd } },
    maxTotalCostUsd,
    port: readPort(values),
    runs: values['no-journal'] === true ? false : values.runs,
  };
}

function parsed(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (fault) {
    throw new UsageError(messageOf(fault), { cause: fault });
  }
}

function readRun(values: Values): Pick<McpRunOptions, 'maxSteps' | 'retry' | 'settings'> {
  const retries = readCount('retries', values, 0);
  const temperature = readAmount('temperature', values);
  return {
    maxSteps: readCount('max-steps', values, 1) ?? 20,
    retry: retries === undefined ? undefined : { attempts: retries + 1 },
    settings:
      temperature === undefined ? undefined : { root: { temperature }, sub: { temperature } },
  };
}

const readLimits = (values: Values): McpRunOptions['limits'] => ({
  maxSubQueries: readCount('max-sub-queries', values, 0) ?? 200,
  maxConcurrentQueries: readCount('concurrency', values, 1),
  maxTokens: readCount('max-tokens', values, 1),
  timeoutMs: readDuration('timeout', values) ?? 600_000,
  callTimeoutMs: readDuration('call-timeout', values),
});

function readPort(values: Values): number | undefined {
  const port = readCount('port', values, 0, 65_535);
  if (values.http === true) return port ?? 7341;
  if (port === undefined) return undefined;
  throw new UsageError('--port needs --http: without it, the server talks over stdin and stdout.');
}

function readPrices(values: Values): ModelPrice | undefined {
  const inputPerMillion = readAmount('price-in', values);
  const outputPerMillion = readAmount('price-out', values);
  const cachedInputPerMillion = readAmount('price-cached', values);
  const isGiven = (inputPerMillion ?? outputPerMillion ?? cachedInputPerMillion) !== undefined;
  if (values['price-reported'] === true) {
    if (!isGiven) return 'reported';
    throw new UsageError('--price-reported excludes --price-in, --price-cached and --price-out.');
  }
  if (!isGiven) return undefined;
  if (inputPerMillion === undefined || outputPerMillion === undefined) {
    const missing = inputPerMillion === undefined ? '--price-in' : '--price-out';
    throw new UsageError(`A price has two parts: ${missing} <usd> is missing.`);
  }
  return cachedInputPerMillion === undefined
    ? { inputPerMillion, outputPerMillion }
    : { inputPerMillion, cachedInputPerMillion, outputPerMillion };
}
