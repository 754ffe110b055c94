import type { SandboxBackend } from '../../contract/session.js';
import type { Expect } from '../tester.js';
import { createSuiteFunctions } from '../suite-functions.js';
import type { SwallowCase } from './case.js';

/** Runs one swallow case: the first answer stands, and does not leak into the next cell. */
export async function checkSwallow(
  backend: SandboxBackend,
  { code }: SwallowCase,
  expect: Expect,
): Promise<void> {
  const session = await backend.open({
    functions: createSuiteFunctions(),
    limits: { cellMs: 5_000, graceMs: 500 },
  });
  try {
    const result = await session.execute(code);
    expect(
      result.finalOutput,
      `${result.error?.type ?? ''}: ${result.error?.message ?? ''}`,
    ).toEqual({
      type: 'direct',
      answer: 'kept',
    });
    expect([result.outcome, result.success]).toEqual(['final', true]);
    const next = await session.execute('print("next")');
    expect([next.outcome, next.stdout, next.finalOutput]).toEqual(['ok', 'next\n', null]);
  } finally {
    await session.close();
  }
}
