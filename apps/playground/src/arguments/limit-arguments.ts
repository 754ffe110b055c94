import type { ValuesOf } from './command.js';
import { costOptions, readCost, type CostLimits } from './cost-arguments.js';
import type { ModelArguments } from './model-arguments.js';
import { readCount } from './read-values.js';
import { limitOptions } from './shared-options.js';

/** What a run may spend. */
export interface AskLimits extends CostLimits {
  readonly maxSteps: number;
  readonly maxSubQueries: number;
  readonly maxTokens?: number | undefined;
  readonly timeoutMs: number;
}

/** The options that bound a run. */
export const anyLimitOptions = { ...limitOptions, ...costOptions } as const;

/** A person takes longer than a model. */
const dayMs = 24 * 60 * 60 * 1_000;

/** The limits that the command line sets. */
export function readLimits(
  values: ValuesOf<typeof anyLimitOptions>,
  isFree = false,
): Partial<AskLimits> {
  const limits = {
    ...readCost(values, isFree),
    maxSteps: readCount('max-steps', values, 1),
    maxSubQueries: readCount('max-sub-queries', values, 0),
    maxTokens: readCount('max-tokens', values, 1),
    timeoutMs: readCount('timeout-ms', values, 1),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** The limits that the command line sets, and the usual ones. */
export function readAllLimits(
  values: ValuesOf<typeof anyLimitOptions>,
  { byHand, planner }: Pick<ModelArguments, 'byHand' | 'planner'>,
): AskLimits {
  return {
    maxSteps: 20,
    maxSubQueries: 200,
    maxTokens: undefined,
    timeoutMs: byHand === undefined ? 600_000 : dayMs,
    ...readLimits(values, planner || byHand !== undefined),
  };
}
