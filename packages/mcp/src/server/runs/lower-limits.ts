import type { McpRunOptions } from '../options.js';
import type { McpLimits } from '../question.js';

/** What a run may use if the configuration does not say it: the defaults of `runRlm`. */
const usual = { maxSteps: 30, maxSubQueries: 1_000, timeoutMs: 1_800_000 };

/** The options of a run within the limits that a client named: each is the lower one of both. */
export function lowerLimits(options: McpRunOptions, wanted: McpLimits): McpRunOptions {
  const { limits = {} } = options;
  const lower = (own = Infinity, wish = Infinity): number => Math.min(own, wish);
  const maxTokens = lower(limits.maxTokens, wanted.maxTokens);
  const maxCostUsd = lower(limits.maxCostUsd, wanted.maxCostUsd);
  return {
    ...options,
    maxSteps: lower(options.maxSteps ?? usual.maxSteps, wanted.maxSteps),
    limits: {
      ...limits,
      maxSubQueries: lower(limits.maxSubQueries ?? usual.maxSubQueries, wanted.maxSubQueries),
      timeoutMs: lower(limits.timeoutMs ?? usual.timeoutMs, wanted.timeoutMs),
      ...(maxTokens === Infinity ? {} : { maxTokens }),
      ...(maxCostUsd === Infinity ? {} : { maxCostUsd }),
    },
  };
}
