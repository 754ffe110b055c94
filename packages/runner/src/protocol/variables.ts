import type { SessionVariable } from '@rlm/sandbox';

import type { TurnReport } from '../turn/take-turn.js';
import type { RlmState } from '../state.js';

/** Looks at the user's variables after a turn; gives the names of those that are new or have changed. */
export async function updateVariables(
  state: RlmState,
  report: TurnReport,
): Promise<readonly string[]> {
  if (report.runs.length === 0 || report.answer !== null) return [];
  const before = state.variables;
  state.variables = await state.host.variables();
  return [...state.variables.values()]
    .filter(
      (variable) =>
        !variable.name.startsWith('_') && isChanged(before.get(variable.name), variable),
    )
    .map(({ name }) => name);
}

function isChanged(before: SessionVariable | undefined, after: SessionVariable): boolean {
  return (
    before?.typeName !== after.typeName ||
    before.totalLength !== after.totalLength ||
    before.preview !== after.preview
  );
}
