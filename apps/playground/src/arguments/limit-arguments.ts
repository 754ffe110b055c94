import { definedFields } from '@rlm/repl-types/internal';

import { UsageError } from '../usage-error.js';
import type { ValuesOf } from './command.js';
import { costOptions, readCost, type CostLimits } from './cost-arguments.js';
import type { ModelArguments } from './model-arguments.js';
import { readAmount, readCount, readDuration } from './read-values.js';
import { limitOptions } from './shared-options.js';

/** What a run may spend. */
export interface AskLimits extends CostLimits {
  readonly maxSteps: number;
  readonly maxSubQueries: number;
  readonly maxTokens?: number | undefined;
  readonly timeoutMs: number;
  /** Sub-queries that run at once; default: what the runner has. */
  readonly concurrency?: number | undefined;
  /** Further attempts of a call that failed; default: what the runner has. */
  readonly retries?: number | undefined;
  /** Time of one call; default: what the runner has. */
  readonly callTimeoutMs?: number | undefined;
  /** Of all calls; default: the model's own. */
  readonly temperature?: number | undefined;
}

/** The options that bound a run. */
export const anyLimitOptions = { ...limitOptions, ...costOptions } as const;

type LimitValues = ValuesOf<typeof anyLimitOptions> &
  Partial<Record<'retries' | 'call-timeout' | 'temperature', string>>;

/** The time of a run, as either option says it. Throws {@link UsageError}. */
export function readTimeout(
  values: Partial<Record<'timeout' | 'timeout-ms', string>>,
): number | undefined {
  const ms = readCount('timeout-ms', values, 1);
  if (ms !== undefined && values.timeout !== undefined) {
    throw new UsageError('--timeout and --timeout-ms exclude each other');
  }
  return ms ?? readDuration('timeout', values, 1);
}

/** The limits that the command line sets. */
export function readLimits(values: LimitValues, isFree = false): Partial<AskLimits> {
  return definedFields({
    ...readCost(values, isFree),
    maxSteps: readCount('max-steps', values, 1),
    maxSubQueries: readCount('max-sub-queries', values, 0),
    maxTokens: readCount('max-tokens', values, 1),
    timeoutMs: readTimeout(values),
    concurrency: readCount('concurrency', values, 1),
    retries: readCount('retries', values, 0),
    callTimeoutMs: readDuration('call-timeout', values, 1),
    temperature: readAmount('temperature', values),
  });
}

/** The limits that the command line sets, and the usual ones. */
export function readAllLimits(
  values: LimitValues,
  { planner }: Pick<ModelArguments, 'planner'>,
): AskLimits {
  return {
    maxSteps: 20,
    maxSubQueries: 200,
    maxTokens: undefined,
    timeoutMs: 600_000,
    ...readLimits(values, planner),
  };
}
