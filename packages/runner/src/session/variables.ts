import type { CellJournal, RunContext } from '@rlm/kernel';
import { createByteQuota, roughBytes } from '@rlm/repl-types/internal';
import type { SessionVariable } from '@rlm/sandbox';
import { SandboxError } from '@rlm/sandbox/internal';

import { describeError } from '../errors.js';
import { maxKeptBytes } from '../kept-bytes.js';
import type { SessionHost } from '../run/session-host.js';
import type { RlmState } from '../run/state.js';

/** The part of a step that decides whether its variables are read. */
interface RanCode {
  readonly runs: readonly unknown[];
  readonly answer: unknown;
}

/** The user's variables after a step, and those with a value that are new or have changed. */
export interface VariableUpdate {
  readonly variables: RlmState['variables'];
  readonly changed: readonly SessionVariable[];
}

/**
 * Reads the user's variables after a step. If a cell left the guest unable to list them in time,
 * they count as unchanged: the next cell finds out what became of it.
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
    const { cells } = context.effects;
    variables =
      cells === undefined
        ? await state.host.variables()
        : await readOrRecall(state, report.runs.length, cells);
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

/** The current variables; in a part of a run that does not run again, those of that time. */
async function readOrRecall(
  { host }: RlmState,
  blocks: number,
  cells: CellJournal,
): Promise<ReadonlyMap<string, SessionVariable>> {
  if (cells.isPassed(blocks)) {
    const { value } = await cells.pass(blocks);
    return new Map((value as readonly SessionVariable[]).map((found) => [found.name, found]));
  }
  const variables = await host.variables();
  await cells.note({ block: blocks, value: JSON.parse(JSON.stringify([...variables.values()])) });
  return variables;
}

/** Whether a variable was set: a failed block of JavaScript leaves names that were never set. */
export function hasValue({ typeName }: SessionVariable): boolean {
  return typeName !== 'undefined';
}

/** Types with only one value, which says nothing: a loop leaves such variables. */
const nothing: ReadonlySet<string> = new Set(['null', 'NoneType']);

function isChanged(before: SessionVariable | undefined, after: SessionVariable): boolean {
  return (
    before?.typeName !== after.typeName ||
    before.totalLength !== after.totalLength ||
    before.items !== after.items ||
    before.preview !== after.preview
  );
}

/**
 * The user's variables for the result, if it includes them. They are read while the session is
 * open, since it ends with its run.
 */
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

/** The values of the user's variables, by name. */
async function readVariables(host: SessionHost): Promise<Readonly<Record<string, unknown>>> {
  const variables: Record<string, unknown> = {};
  const quota = createByteQuota(maxKeptBytes.variables);
  for (const [name, { typeName, preview }] of await host.variables()) {
    // Not data (a function, a class), too large to move, or too much together with the others:
    // described instead.
    const value: unknown = await host.session.get(name).catch(() => undefined);
    const isKept = value !== undefined && quota.take(roughBytes(value, quota.maxBytes));
    variables[name] = isKept ? value : `<${typeName}> ${preview}`;
  }
  return Object.freeze(variables);
}

function tellUnread(error: unknown, context: RunContext): void {
  context.diagnose({ code: 'variables_unread', message: describeError(error).message });
}
