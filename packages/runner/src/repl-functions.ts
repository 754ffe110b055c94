/** Names of functions that every REPL has, beside helpers, tools and those of the dialects. */
export const replFunctions: readonly string[] = Object.freeze([
  'llm_query',
  'llm_query_batched',
  'rlm_query',
  'rlm_query_batched',
  'SHOW_VARS',
  'print',
]);
