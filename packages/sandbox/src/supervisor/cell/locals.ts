import { REPLVariable, type JsonValue } from '@rlm/repl-types';
import type { ReplLocal } from '@rlm/repl-types/internal';

import { allLocalsBytes, localValueBytes } from '../../contract/frames.js';
import type { SessionVariable } from '../../contract/session.js';
import { parseJsonText, utf8Length, type ValueLimits } from '../values/json-text.js';
import { readEntries, toListed, toVariable } from '../values/variables.js';

/** The variables after a cell. */
export interface CellVariables {
  readonly locals: Readonly<Record<string, ReplLocal>>;
  /** As the session lists them; undefined if the guest has not sent a list, or an invalid one. */
  readonly listed: readonly SessionVariable[] | undefined;
}

/**
 * Reads the variables after a cell from a guest's list. Locals are values if the guest sent them within {@link localValueBytes} and
 * {@link allLocalsBytes}, descriptions of all others. The guest may have forged the list; an invalid one has no
 * variables.
 */
export function readLocals(json: string | undefined, limits: ValueLimits): CellVariables {
  let left = allLocalsBytes;
  const locals: [name: string, local: ReplLocal][] = [];
  const listed: SessionVariable[] = [];
  const entries = entriesOf(json);
  for (const entry of entries ?? []) {
    const variable = toVariable(entry);
    const shown = toListed(entry, variable);
    if (shown !== undefined) listed.push(shown);
    if (variable === undefined) continue;
    const given = readValue(entry, Math.min(left, localValueBytes), limits);
    left -= given?.bytes ?? 0;
    const { items: _, ...described } = variable;
    locals.push([variable.name, given === undefined ? new REPLVariable(described) : given.value]);
  }
  return {
    locals: Object.fromEntries(locals),
    listed: entries === undefined ? undefined : Object.freeze(listed),
  };
}

function entriesOf(json: string | undefined): readonly unknown[] | undefined {
  try {
    return json === undefined ? undefined : readEntries(json);
  } catch {
    return undefined;
  }
}

/** The value that an entry holds as JSON text of at most `most` bytes. */
function readValue(
  entry: unknown,
  most: number,
  limits: ValueLimits,
): { readonly value: JsonValue; readonly bytes: number } | undefined {
  const { json } = entry as { readonly json?: unknown };
  if (typeof json !== 'string' || json.length > most) return undefined;
  const bytes = utf8Length(json);
  if (bytes > most) return undefined;
  try {
    return { value: parseJsonText(json, limits), bytes };
  } catch {
    return undefined;
  }
}
