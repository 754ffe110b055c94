import type { queryFunctions } from '../repl-functions.js';
import { batched } from './batched.js';
import { llmQuery, queryModel } from './llm-query.js';
import type { QueryScope } from '../run/query-scope.js';
import { queryRlm, rlmQuery } from './rlm-query.js';

export { callTool } from './tool-call.js';

/** Performs a call from the REPL. */
export type HostCall = (
  scope: QueryScope,
  abortSignal: AbortSignal,
  args: readonly unknown[],
) => Promise<unknown>;

/** The implementation of each function for sub-queries. */
export const queries: Readonly<Record<(typeof queryFunctions)[number], HostCall>> = {
  llm_query: llmQuery,
  llm_query_batched: batched.bind(null, 'llm_query_batched', queryModel),
  rlm_query: rlmQuery,
  rlm_query_batched: batched.bind(null, 'rlm_query_batched', queryRlm),
};
