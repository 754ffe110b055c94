import type { RunContext } from '@rlm/kernel';
import { createByteBudget, roughBytes } from '@rlm/repl-types/internal';
import { SandboxError, type SessionVariable } from '@rlm/sandbox/internal';

import { describeError } from '../errors.js';
import { maxKeptBytes } from '../kept-bytes.js';
import type { SessionHost } from '../run/session-host.js';
import type { RlmState } from '../run/state.js';

/** What of a turn says whether its variables are to be looked at. */
interface RanCode {
  readonly runs: readonly unknown[];
  readonly answer: unknown;
}

/** The user's variables after a turn, and those of them that are new or have changed, and have a value. */
export interface VariableUpdate {
  readonly variables: RlmState['variables'];
  readonly changed: readonly SessionVariable[];
}

/**
 * Looks at the user's variables after a turn. A guest that a cell left unable to say so in time has none to tell of: the next cell
 * finds out what became of it.
 */
export async function updatedVariables(
  state: RlmState,
  report: RanCode,
  context: RunContext,
): Promise<VariableUpdate> {
  const before = state.variables;
  const unchanged = { variables: before, changed: [] };
  if (report.runs.length === 0 || report.answer !== null) return unchanged;
  let variables: RlmState['variables'];
  try {
    variables = await readOrRecall(state, report.runs.length, context);
  } catch (error) {
    context.abortSignal.throwIfAborted();
    if (!SandboxError.isInstance(error)) throw error;
    tellUnread(error, context);
    return unchanged;
  }
  const changed = [...variables.values()].filter(
    (variable) =>
      !variable.name.startsWith('_') &&
      hasValue(variable) &&
      !nothing.has(variable.typeName) &&
      isChanged(before.get(variable.name), variable),
  );
  return { variables, changed };
}

/** The variables now; in a part of a run that is not to run again, as they were then. */
async function readOrRecall(
  { host }: RlmState,
  blocks: number,
  { effects: { cells } }: RunContext,
): Promise<ReadonlyMap<string, SessionVariable>> {
  if (cells === undefined) return host.variables();
  if (cells.isPassed(blocks)) {
    const { value } = await cells.pass(blocks);
    return new Map((value as readonly SessionVariable[]).map((found) => [found.name, found]));
  }
  const variables = await host.variables();
  await cells.note({ block: blocks, value: JSON.parse(JSON.stringify([...variables.values()])) });
  return variables;
}

/** Whether a variable was set: a block of JavaScript that fails leaves names behind that never were. */
export function hasValue({ typeName }: SessionVariable): boolean {
  return typeName !== 'undefined';
}

/** Names of types that have one value, which says nothing: a loop leaves such variables behind. */
const nothing: ReadonlySet<string> = new Set(['null', 'NoneType']);

function isChanged(before: SessionVariable | undefined, after: SessionVariable): boolean {
  return (
    before?.typeName !== after.typeName ||
    before.totalLength !== after.totalLength ||
    before.items !== after.items ||
    before.preview !== after.preview
  );
}

/** The user's variables for the result, if it is to have them; read while the session is open, since it ends with its run. */
export async function lastValues(
  state: RlmState,
  context: RunContext,
): Promise<RlmState['lastValues']> {
  if (state.plan.options.includeVariables !== true) return null;
  try {
    return await readVariables(state.host);
  } catch (error) {
    tellUnread(error, context);
    return state.lastValues;
  }
}

function tellUnread(error: unknown, context: RunContext): void {
  context.diagnose({ code: 'variables_unread', message: describeError(error).message });
}

async function readVariables(host: SessionHost): Promise<Readonly<Record<string, unknown>>> {
  const variables: Record<string, unknown> = {};
  const room = createByteBudget(maxKeptBytes.variables);
  for (const [name, { typeName, preview }] of await host.variables()) {
    // Not data (a function, a class), too large to move, or too much beside the others: described instead.
    const value: unknown = await host.session.get(name).catch(() => undefined);
    const isKept = value !== undefined && room.take(roughBytes(value, room.maxBytes));
    variables[name] = isKept ? value : `<${typeName}> ${preview}`;
  }
  return Object.freeze(variables);
}
