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
  const calls: Record<string, Call> = {
    llm_query: llmQuery,
    llm_query_batched: batched.bind(null, 'llm_query_batched', queryModel),
    rlm_query: rlmQuery,
    rlm_query_batched: batched.bind(null, 'rlm_query_batched', queryRlm),
  };
  for (const name of plan.tools.names) {
    calls[name] = (current, signal, args) => callTool(current, signal, name, args);
  }
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, hostFunction(call, scope)]),
  );
}

function hostFunction(call: Call, scope: () => QueryScope): HostFunctionSpec {
  return {
    run: ({ abortSignal }: HostCallContext, ...args: never[]) => call(scope(), abortSignal, args),
  };
}
