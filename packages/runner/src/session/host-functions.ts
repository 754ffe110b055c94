import type { HostCallContext, HostFunctionSpec } from '@rlm/sandbox';

import type { RlmPlan } from '../run/rlm-plan.js';
import { callTool, queries, type HostCall } from '../query/calls.js';
import type { QueryScope } from '../run/query-scope.js';
import { queryFunctions } from '../repl-functions.js';

/** What code in the REPL may call: the sub-queries and the run's tools. */
export function hostFunctions(
  plan: RlmPlan,
  scope: () => QueryScope,
): Readonly<Record<string, HostFunctionSpec>> {
  const asked = queryFunctions.map((name): [string, HostFunctionSpec] => [
    name,
    hostFunction(queries[name], scope),
  ]);
  const tools = plan.tools.names.map((name): [string, HostFunctionSpec] => {
    const call: HostCall = (current, signal, args) => callTool(current, signal, name, args);
    return [name, hostFunction(call, scope)];
  });
  return Object.fromEntries([...asked, ...tools]);
}

function hostFunction(call: HostCall, scope: () => QueryScope): HostFunctionSpec {
  return {
    run: ({ abortSignal }: HostCallContext, ...args: never[]) => call(scope(), abortSignal, args),
  };
}
