import type { SandboxSession } from '../../contract/session.js';
import type { Expect } from '@rlm/repl-types/internal';
import type { SwallowCase } from './case.js';

/** Runs one swallow case: the first answer counts, and does not leak into the next cell. */
export async function checkSwallow(
  session: SandboxSession,
  { code }: SwallowCase,
  expect: Expect,
): Promise<void> {
  const result = await session.execute(code, { timeoutMs: 5_000 });
  const told = `${result.error?.type ?? ''}: ${result.error?.message ?? ''}`;
  expect(result.finalOutput, told).toEqual({ type: 'direct', answer: 'kept' });
  expect([result.outcome, result.success]).toEqual(['final', true]);
  const next = await session.execute('print("next")');
  expect([next.outcome, next.stdout, next.finalOutput]).toEqual(['ok', 'next\n', null]);
}
