import { REPLVariable, type JsonValue } from '@rlm/repl-types';
import type { ReplLocal } from '@rlm/repl-types/internal';

import { allLocalsBytes, localValueBytes } from '../contract/frames.js';
import type { SessionVariable } from '../contract/session.js';
import { parseJsonText, utf8Length, type ValueLimits } from './json-text.js';
import { maxNameChars } from './names.js';
import { headOf } from './slice-text.js';

/**
 * The limits of a list of a thousand variables, with long previews in escapes. They are not the session's limits of
 * values.
 */
const listLimits = {
  maxValueBytes: 8 * 1024 * 1024,
  maxValueDepth: 3,
  maxValueNodes: 20_000,
  maxValueDigits: 20,
} as const;

/** Reads a child's list of variables; entries of another shape are left out, since a child may have forged them. */
export function parseVariables(json: string): readonly SessionVariable[] {
  return Object.freeze(
    readEntries(json)
      .map(toVariable)
      .filter((found) => found !== undefined),
  );
}

/** The entries of a child's list; empty if it is not a list. @throws SandboxError `value_rejected` */
export function readEntries(json: string): readonly unknown[] {
  const list: unknown = parseJsonText(json, listLimits);
  return Array.isArray(list) ? list : [];
}

/** Returns an entry of the list, if it has the right shape, and a name that is short enough to be listed. */
export function toVariable(item: unknown): SessionVariable | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { name, typeName, totalLength, preview, items } = item as Record<string, unknown>;
  if (typeof name !== 'string' || typeof typeName !== 'string') return undefined;
  if (name.length > maxNameChars) return undefined;
  if (typeof totalLength !== 'number' || typeof preview !== 'string') return undefined;
  return Object.freeze({
    name,
    typeName: headOf(typeName, 200),
    totalLength,
    preview: headOf(preview, 500),
    items: Number.isSafeInteger(items) && (items as number) >= 0 ? (items as number) : undefined,
  });
}

/** The variables after a cell. */
export interface CellVariables {
  readonly locals: Readonly<Record<string, ReplLocal>>;
  /** As the session lists them; undefined if the child has not sent a list, or an invalid one. */
  readonly listed: readonly SessionVariable[] | undefined;
}

/**
 * Reads the variables after a cell from a child's list. Locals are values if the child sent them within {@link localValueBytes} and
 * {@link allLocalsBytes}, descriptions of all others. The child may have forged the list; an invalid one has no
 * variables.
 */
export function readLocals(json: string | undefined, limits: ValueLimits): CellVariables {
  let left = allLocalsBytes;
  const locals: [name: string, local: ReplLocal][] = [];
  const listed: SessionVariable[] = [];
  const entries = entriesOf(json);
  for (const entry of entries ?? []) {
    const variable = toVariable(entry);
    if (variable === undefined) continue;
    listed.push(variable);
    const given = readValue(entry, Math.min(left, localValueBytes), limits);
    left -= given?.bytes ?? 0;
    const { items: _, ...described } = variable;
    locals.push([variable.name, given === undefined ? new REPLVariable(described) : given.value]);
  }
  return {
    locals: Object.fromEntries(locals),
    listed: entries && Object.freeze(listed),
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
