import type { HostCallContext, HostFunctionSpec } from '@rlm/sandbox';

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
    llm_query_batched: (current, signal, args) =>
      batched('llm_query_batched', current, args, (prompt, options) =>
        queryModel(current, signal, prompt, options),
      ),
    rlm_query: rlmQuery,
    rlm_query_batched: (current, signal, args) =>
      batched('rlm_query_batched', current, args, (prompt, options) =>
        queryRlm(current, signal, prompt, options),
      ),
  };
  for (const tool of plan.options.tools ?? []) {
    calls[tool.name] = (current, signal, args) => callTool(current, signal, tool, args);
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
