import { REPLVariable, type JsonValue } from '@rlm/repl-types';
import type { ReplLocal } from '@rlm/repl-types/internal';

import { allLocalsBytes, localValueBytes } from '../../contract/frames.js';
import { parseJsonText, utf8Length, type ValueLimits } from '../values/json-text.js';
import { readEntries, toVariable } from '../values/variables.js';

/**
 * The variables after a cell, from a guest's list: values if the guest sent them within {@link localValueBytes} and
 * {@link allLocalsBytes}, descriptions of all others. The guest may have forged the list; an invalid one has no
 * variables.
 */
export function readLocals(
  json: string | undefined,
  limits: ValueLimits,
): Readonly<Record<string, ReplLocal>> {
  let left = allLocalsBytes;
  const locals: [name: string, local: ReplLocal][] = [];
  for (const entry of entriesOf(json)) {
    const variable = toVariable(entry);
    if (variable === undefined) continue;
    const given = readValue(entry, Math.min(left, localValueBytes), limits);
    left -= given?.bytes ?? 0;
    const { items: _, ...described } = variable;
    locals.push([variable.name, given === undefined ? new REPLVariable(described) : given.value]);
  }
  return Object.fromEntries(locals);
}

function entriesOf(json: string | undefined): readonly unknown[] {
  try {
    return json === undefined ? [] : readEntries(json);
  } catch {
    return [];
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
