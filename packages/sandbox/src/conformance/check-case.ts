import type { REPLResult, ReplLanguage } from '@rlm/repl-types';

import type { SandboxSession } from '../contract/session.js';
import type { ConformanceCase, Expected, PerLanguage } from './case.js';
import type { Expect } from '@rlm/repl-types/internal';

/** Runs one case in a session. */
export async function checkCase(
  session: SandboxSession,
  row: ConformanceCase,
  expect: Expect,
): Promise<void> {
  const { language } = session;
  const cells = row[language];
  for (const [name, value] of Object.entries(row.set ?? {})) await session.set(name, value);
  let last: REPLResult | undefined;
  let calls = 0;
  for (const code of typeof cells === 'string' ? [cells] : cells) {
    last = await session.execute(code);
    calls += last.llmCalls.length;
  }
  if (last === undefined) throw new Error('a case needs a cell');
  checkResult(last, row.expected, language, expect);
  if (row.expected.calls !== undefined) expect(calls).toBe(row.expected.calls);
  for (const [name, value] of Object.entries(row.expected.values ?? {})) {
    expect(await session.get(name)).toEqual(value);
  }
}

function checkResult(
  result: REPLResult,
  expected: Expected,
  language: ReplLanguage,
  expect: Expect,
): void {
  const { outcome = 'ok' } = expected;
  const told = result.error === undefined ? '' : `${result.error.type}: ${result.error.message}`;
  expect(result.outcome, told.slice(0, 300)).toBe(outcome);
  expect(result.success).toBe(outcome === 'ok' || outcome === 'final');
  if (expected.refused !== undefined) expect(result.refused).toBe(expected.refused);
  if (expected.unread !== undefined) expect(result.unread).toBe(expected.unread);
  if (expected.diagnostics !== undefined) {
    const codes = result.diagnostics.map(({ code }) => code);
    expect([...codes].sort()).toEqual([...expected.diagnostics].sort());
  }
  if (expected.stdout !== undefined) expect(result.stdout).toBe(pick(expected.stdout, language));
  for (const text of expected.prints ?? []) expect(result.stdout).toContain(text);
  checkValue(result.value, expected, language, expect);
  if (expected.stderrContains !== undefined) {
    expect(result.stderr).toContain(expected.stderrContains);
  }
  if (expected.final !== undefined) expect(result.finalOutput).toEqual(expected.final);
  if (expected.session !== undefined) expect(result.session).toBe(expected.session);
  if (expected.locals !== undefined) expect(Object.keys(result.locals)).toEqual(expected.locals);
  const { errorType, errorContains, traceback } = expected;
  if (errorType !== undefined) expect(result.error?.type).toBe(pick(errorType, language));
  if (errorContains !== undefined) {
    expect(result.error?.message).toContain(pick(errorContains, language));
  }
  if (traceback !== undefined) {
    expect(result.error?.traceback).toContain(pick(traceback, language));
  }
}

function checkValue(
  value: string | null,
  { value: wanted, valueContains = [], maxValueChars = Infinity }: Expected,
  language: ReplLanguage,
  expect: Expect,
): void {
  if (wanted !== undefined) expect(value).toBe(wanted === null ? null : pick(wanted, language));
  for (const text of valueContains) expect(value).toContain(text);
  expect((value ?? '').length <= maxValueChars).toBe(true);
}

function pick(text: PerLanguage, language: ReplLanguage): string {
  return typeof text === 'string' ? text : text[language];
}
