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
