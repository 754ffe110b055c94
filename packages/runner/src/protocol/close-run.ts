import type { SessionHost } from '../session/session-host.js';
import type { RlmRecord, RlmState } from './rlm-state.js';

/** Ends a run: notes the variables where they are asked for, and closes the session. */
export async function closeRun(state: RlmState, record: RlmRecord): Promise<void> {
  try {
    if (state.plan.options.includeVariables === true) {
      record.variables = await readVariables(state.host);
    }
  } finally {
    await state.host.close();
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
