import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

import { maxFindings, type PreflightFinding } from '../../contract/preflight.js';
import { parseJsonText } from '../values/json-text.js';
import { maxNameChars } from '../values/names.js';
import { headOf } from '../values/slice-text.js';

/** Every code; a new one must be entered here to compile. */
const codes: Readonly<Record<CellDiagnosticCode, true>> = {
  unknown_name: true,
  final_var_missing: true,
  async_callback: true,
  data_restored: true,
  function_restored: true,
  function_replaced: true,
};

const findingLimits = {
  maxValueBytes: 64_000,
  maxValueDepth: 3,
  maxValueNodes: 500,
  maxValueDigits: 20,
};

/** Reads a guest's findings about a cell. Entries of another shape are dropped, since a guest may have forged them. */
export function readFindings(json: string | undefined): readonly PreflightFinding[] {
  if (json === undefined) return [];
  try {
    const list: unknown = parseJsonText(json, findingLimits);
    return Array.isArray(list) ? list.slice(0, maxFindings).flatMap((item) => read(item)) : [];
  } catch {
    return [];
  }
}

function read(item: unknown): readonly PreflightFinding[] {
  if (typeof item !== 'object' || item === null) return [];
  const { code, name, line, near, sets, isCertain } = item as Record<string, unknown>;
  if (typeof code !== 'string' || !Object.hasOwn(codes, code)) return [];
  if (typeof name !== 'string' || !isCount(line)) return [];
  return [
    {
      code: code as CellDiagnosticCode,
      name: headOf(name, maxNameChars),
      line,
      isCertain: isCertain === true,
      near: typeof near === 'string' ? headOf(near, maxNameChars) : undefined,
      sets: Array.isArray(sets) ? readNames(sets) : undefined,
    },
  ];
}

function readNames(list: readonly unknown[]): readonly string[] {
  const names = list.filter((name) => typeof name === 'string');
  return names.map((name) => headOf(name, maxNameChars));
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
