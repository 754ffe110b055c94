import type { SessionVariable } from '../contract/session.js';
import { parseJsonText, type ValueLimits } from './json-text.js';

/** Reads a guest's list of variables; entries of another shape are left out, since a guest may have forged them. */
export function parseVariables(json: string, limits: ValueLimits): readonly SessionVariable[] {
  const list: unknown = parseJsonText(json, limits);
  if (!Array.isArray(list)) return [];
  return Object.freeze(list.flatMap((item: unknown) => toVariable(item) ?? []));
}

function toVariable(item: unknown): SessionVariable | undefined {
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
