import type { SessionVariable } from '../contract/session.js';
import { parseJsonText, type ValueLimits } from './json-text.js';

/** Reads a guest's list of variables; entries of another shape are left out, since a guest may have forged them. */
export function parseVariables(json: string, limits: ValueLimits): readonly SessionVariable[] {
  return Object.freeze(readEntries(json, limits).flatMap((item) => toVariable(item) ?? []));
}

/** The entries of a guest's list; none where it is no list. @throws SandboxError `value_rejected` */
export function readEntries(json: string, limits: ValueLimits): readonly unknown[] {
  const list: unknown = parseJsonText(json, limits);
  return Array.isArray(list) ? list : [];
}

/** An entry of the list, if it has the shape of one. */
export function toVariable(item: unknown): SessionVariable | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { name, typeName, totalLength, preview } = item as Record<string, unknown>;
  if (typeof name !== 'string' || typeof typeName !== 'string') return undefined;
  if (typeof totalLength !== 'number' || typeof preview !== 'string') return undefined;
  return Object.freeze({
    name,
    typeName: typeName.slice(0, 200),
    totalLength,
    preview: preview.slice(0, 500),
  });
}
