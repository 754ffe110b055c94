import { loadOnce } from '@rlm/repl-types/internal';
import type { HostCallContext, HostFunctionSpec } from '@rlm/sandbox';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { HostCall } from '../query/calls.js';
import type { QueryScope } from '../run/query-scope.js';
import { queryFunctions } from '../repl-functions.js';

const calls = /* @__PURE__ */ loadOnce(() => import('../query/calls.js'));

/**
 * What code in the REPL may call: the sub-queries and the run's tools. Their implementation is
 * loaded with the first call.
 */
export function hostFunctions(
  plan: RlmPlan,
  scope: () => QueryScope,
): Readonly<Record<string, HostFunctionSpec>> {
  const queries = queryFunctions.map((name): [string, HostFunctionSpec] => {
    const call: HostCall = async (...args) => (await calls()).queries[name](...args);
    return [name, hostFunction(call, scope, [1, 2])];
  });
  const tools = plan.tools.names.map((name): [string, HostFunctionSpec] => {
    const call: HostCall = async (current, signal, args) =>
      (await calls()).callTool(current, signal, name, args);
    return [name, hostFunction(call, scope, [0, 1])];
  });
  return Object.fromEntries([...queries, ...tools]);
}

function hostFunction(
  call: HostCall,
  scope: () => QueryScope,
  takes: readonly [least: number, most: number],
): HostFunctionSpec {
  return {
    takes,
    run: ({ abortSignal }: HostCallContext, ...args: never[]) => call(scope(), abortSignal, args),
  };
}
