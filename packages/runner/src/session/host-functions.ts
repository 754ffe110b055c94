import type { HostCallContext } from '@rlm/sandbox';
import type { HostFunctionSpec } from '@rlm/sandbox/internal';

import type { RlmPlan } from '../plan/rlm-plan.js';
import { batched } from '../query/batched.js';
import { llmQuery, queryModel } from '../query/llm-query.js';
import type { QueryScope } from '../query/query-scope.js';
import { queryRlm, rlmQuery } from '../query/rlm-query.js';
import { callTool } from '../query/tool-call.js';

type Call = (scope: QueryScope, signal: AbortSignal, args: readonly unknown[]) => Promise<unknown>;

/** What code in the REPL may call: the sub-queries and the run's tools. */
export function hostFunctions(
  plan: RlmPlan,
  scope: () => QueryScope,
): Readonly<Record<string, HostFunctionSpec>> {
  const query = (call: Call): HostFunctionSpec => hostFunction(call, scope, [1, 2]);
  const queries = {
    llm_query: query(llmQuery),
    llm_query_batched: query(batched.bind(null, 'llm_query_batched', queryModel)),
    rlm_query: query(rlmQuery),
    rlm_query_batched: query(batched.bind(null, 'rlm_query_batched', queryRlm)),
  };
  const tools = plan.tools.names.map((name): [string, HostFunctionSpec] => {
    const call: Call = (current, signal, args) => callTool(current, signal, name, args);
    return [name, hostFunction(call, scope, [0, 1])];
  });
  return { ...queries, ...Object.fromEntries(tools) };
}

function hostFunction(
  call: Call,
  scope: () => QueryScope,
  takes: readonly [least: number, most: number],
): HostFunctionSpec {
  return {
    takes,
    run: ({ abortSignal }: HostCallContext, ...args: never[]) => call(scope(), abortSignal, args),
  };
}
