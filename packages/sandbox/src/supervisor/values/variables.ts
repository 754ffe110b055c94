import { isRecord } from '@rlm/repl-types/internal';

import type { SessionVariable } from '../../contract/session.js';
import { parseJsonText } from './json-text.js';
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

/**
 * Reads a guest's list of variables, or that of its last cell as one; entries of another shape are left out, since a guest may have
 * forged them.
 */
export function parseVariables(json: string): readonly SessionVariable[] {
  const found: SessionVariable[] = [];
  for (const item of readEntries(json)) {
    const variable = toListed(item);
    if (variable !== undefined) found.push(variable);
  }
  return Object.freeze(found);
}

/** Returns an entry as lists show it: an object by its plain data. `known`: what {@link toVariable} made of it. */
export function toListed(item: unknown, known?: SessionVariable): SessionVariable | undefined {
  const plain = isRecord(item) ? item['plain'] : undefined;
  if (isRecord(plain)) return toVariable({ ...(item as object), ...plain });
  return known ?? toVariable(item);
}

/** The entries of a guest's list; empty if it is not a list. @throws SandboxError `value_rejected` */
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
