import { helperNames } from '@rlm/sandbox/internal';

import type { RlmPlan } from './run/rlm-plan.js';

/** The functions by which code asks sub-models and child runs. */
export const queryFunctions = [
  'llm_query',
  'llm_query_batched',
  'rlm_query',
  'rlm_query_batched',
] as const;

/** Names of functions that every REPL has, beside helpers, tools and those of the dialects. */
export const replFunctions: readonly string[] = Object.freeze([
  ...queryFunctions,
  'SHOW_VARS',
  'print',
]);

/** Names of the functions that a run's REPL has, but for those that end the run. */
export function functionsOf({
  options,
  tools,
}: Pick<RlmPlan, 'options' | 'tools'>): readonly string[] {
  const helpers = options.sandbox.capabilities.helpers === true ? helperNames : [];
  return [...replFunctions, ...helpers, ...tools.names];
}
