import type { ReplLanguage } from '@rlm/repl-types';
import type { CellDiagnostic, CellDiagnosticCode, ExecutionError } from '@rlm/repl-types/internal';

import { maxFindings, type PreflightFinding } from '../contract/preflight.js';
import type { CellEnd } from './cell.js';
import { parseJsonText } from './json-text.js';
import { missingVariable } from './missing-variable.js';
import { maxNameChars } from './names.js';
import { headOf } from './slice-text.js';

/** A cell, as its findings are told. */
export interface CellCode {
  readonly cell: number;
  readonly code: string;
  readonly language: ReplLanguage;
}

/** Characters that are shown of a line of the cell. */
const shownLine = 200;

/** The text of a cell's findings; for a cell that was refused also its error, which says that nothing ran. */
export function describeFindings(
  { done, unrun, error }: Pick<CellEnd, 'done' | 'unrun' | 'error'>,
  cell: CellCode,
  variables: readonly string[],
): { readonly error?: ExecutionError; readonly diagnostics: readonly CellDiagnostic[] } {
  const isRefused = unrun === 'refused';
  const findings = joinNames(readFindings(done?.findings));
  const certain = isRefused ? findings.filter((finding) => finding.isCertain) : [];
  const [first] = certain;
  const noted = findings.filter((finding) => finding !== first && !isToldBy(error, finding));
  const diagnostics = noted.map(({ line, ...finding }) =>
    Object.freeze({
      code: finding.code,
      message: `${line === 0 ? '' : `line ${line}: `}${describe({ line, ...finding }, cell.language)}`,
      line,
    }),
  );
  if (!isRefused) return { diagnostics };
  return { error: first === undefined ? unnamed : refusal(first, cell, variables), diagnostics };
}

/** Findings that are of no line, about names, with the names of each code in one. */
function joinNames(findings: readonly PreflightFinding[]): readonly PreflightFinding[] {
  const joined = new Map<string, PreflightFinding>();
  const others = findings.filter((finding) => {
    if (finding.line > 0) return true;
    const { sets = [] } = joined.get(finding.code) ?? {};
    joined.set(finding.code, { ...finding, sets: [...sets, finding.name] });
    return false;
  });
  return [...joined.values(), ...others];
}

/** Whether the cell failed as was foreseen: its error says it all, unless the name that was meant is known. */
function isToldBy(
  error: ExecutionError | undefined,
  { code, name, near }: PreflightFinding,
): boolean {
  if (code !== 'unknown_name' || near !== undefined || error === undefined) return false;
  return ['NameError', 'ReferenceError'].includes(error.type) && error.message.includes(name);
}

const nothingRan = 'Nothing of this cell ran';

/** The error of a child that refuses a cell without a reason. */
const unnamed: ExecutionError = {
  type: 'Error',
  message: `the cell was refused. ${nothingRan}.`,
  traceback: '',
};

function refusal(
  finding: PreflightFinding,
  cell: CellCode,
  variables: readonly string[],
): ExecutionError {
  const { code, line, name } = finding;
  const isCallback = code === 'async_callback';
  const nameError = cell.language === 'python' ? 'NameError' : 'ReferenceError';
  const type = isCallback ? 'TypeError' : nameError;
  const text = (cell.code.split('\n')[line - 1] ?? '').trim().slice(0, shownLine);
  const meant = finding.near === undefined ? '' : ` Did you mean: '${finding.near}'?`;
  const why = `line ${line} needs \`${name}\`, and nothing sets it`;
  const message = isCallback
    ? `line ${line}: ${asyncCallback(name, cell.language)}. ${nothingRan}.`
    : `${missing(finding, cell, variables)}.${meant} ${nothingRan}: ${why}.`;
  return {
    type,
    message,
    traceback: `${place(cell, line)}\n    ${text}\n${type}: ${message}`,
  };
}

/** The place of a finding, as tracebacks of the language write it. */
function place({ cell, language }: CellCode, line: number): string {
  return language === 'python'
    ? `Traceback (most recent call last):\n  File "<cell ${cell}>", line ${line}, in <module>`
    : `  cell ${cell}, line ${line}`;
}

/** The failure in the words of the language. */
function missing(
  { code, name, sets = [] }: PreflightFinding,
  { language }: CellCode,
  variables: readonly string[],
): string {
  if (code === 'final_var_missing') {
    return missingVariable(name, [...new Set([...variables, ...sets])]);
  }
  return language === 'python' ? `name '${name}' is not defined` : `${name} is not defined`;
}

function describe(
  { code, name, near, sets = [name] }: PreflightFinding,
  language: ReplLanguage,
): string {
  const meant = near === undefined ? '' : `; did you mean \`${near}\`?`;
  const list = sets.map((one) => `\`${one}\``).join(', ');
  const [was, is] = sets.length > 1 ? ['were', 'they are'] : ['was', 'it is'];
  const taken = `${list} ${was} set or deleted by this block: in the next one ${is}`;
  switch (code) {
    case 'unknown_name':
      return `\`${name}\` is not defined${meant}`;
    case 'final_var_missing':
      return `FINAL_VAR: no variable \`${name}\` is set${meant === '' ? '; FINAL(value) takes a value' : meant}`;
    case 'async_callback':
      return asyncCallback(name, language);
    case 'data_restored':
      return `${taken} the data again`;
    case 'function_restored':
      return `${taken} what the REPL provides again`;
    case 'function_replaced':
      return `${list}: yours from now on, no longer what the REPL provides`;
  }
}

/** What is wrong with an async callback of a function, and what to write. */
function asyncCallback(name: string, language: ReplLanguage): string {
  if (language === 'python') {
    const use =
      name === 'filter'
        ? '`[item for item, found in zip(items, results) if found]`'
        : 'the results as the keys';
    return `\`${name}\` does not await an async function: it takes each coroutine as the result. Write \`results = await asyncio.gather(*map(f, items))\` first, then ${use}`;
  }
  if (name === 'forEach') {
    return '`forEach` does not wait for an async callback. Write `await Promise.all(list.map(async (item) => { ... }))`, or `for (const item of list) { ... }`';
  }
  const use = name.toLowerCase().includes('sort')
    ? 'sort by these'
    : `\`list.${name}((_, index) => results[index])\``;
  return `\`${name}\` does not wait for an async callback: it takes each promise as the result, which counts as true. Write \`const results = await Promise.all(list.map(async (item) => ...))\` first, then ${use}`;
}

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

/** Reads a child's findings about a cell. Entries of another shape are dropped, since a child may have forged them. */
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
