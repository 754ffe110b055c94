import type { RunContext } from '@rlm/penguin-engine/kernel';

import { describeError } from '../query/query-scope.js';
import type { SessionHost } from '../session/session-host.js';
import type { RlmRecord, RlmState } from '../state.js';

/** Notes the user's variables where they are asked for, while the session is still there: it ends with its run. */
export async function noteVariables(
  { plan, host }: RlmState,
  record: RlmRecord,
  context: RunContext,
): Promise<void> {
  if (plan.options.includeVariables !== true) return;
  try {
    record.variables = await readVariables(host);
  } catch (error) {
    context.diagnose({ code: 'variables_unread', message: describeError(error).message });
  }
}

async function readVariables(host: SessionHost): Promise<Readonly<Record<string, unknown>>> {
  const variables: Record<string, unknown> = {};
  for (const [name, { typeName, preview }] of await host.variables()) {
    try {
      variables[name] = await host.session.get(name);
    } catch {
      // Not data (a function, a class), or too large to move: described instead.
      variables[name] = `<${typeName}> ${preview}`;
    }
  }
  return Object.freeze(variables);
}
