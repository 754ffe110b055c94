import type { Tester, Expect } from '@rlm/repl-types/internal';

import type { SandboxBackend, SandboxSession } from '../contract/session.js';
import { conformanceTables } from './tables.js';
import { checkCase } from './check-case.js';
import { lifecycleCases } from './lifecycle.js';
import type { LifecycleCase, LifecycleStage } from './lifecycle-case.js';
import { createSessionSource } from './session-source.js';
import { swallowCases } from './swallow/index.js';
import type { SwallowCase } from './swallow/case.js';

export type { Tester } from '@rlm/repl-types/internal';
export type { Cells, ConformanceCase, Expected, PerLanguage } from './case.js';
export type { SwallowCase } from './swallow/case.js';

/** A case that is skipped where the backend does not claim what it needs. */
type Skippable = Pick<LifecycleCase, 'name' | 'needs'>;

/** A backend, and the cases that it is known not to pass. */
export interface SuiteOptions {
  readonly backend: SandboxBackend;
  /**
   * Names of cases that the backend does not pass, each with a reason for the skipped test's title. An unknown name
   * fails the suite. Cases that need a capability which the backend does not claim are skipped automatically.
   */
  readonly skip?: Readonly<Record<string, string>> | undefined;
  /**
   * Runs cases with the same options in one session, and clears its variables between two. Faster if opening a session
   * takes long. A case that ends its session, or limits its time, has its own. Default: false, and every case has its own.
   */
  readonly shareSession?: boolean | undefined;
}

/**
 * Describes the whole suite for a backend, in the terms of the caller's test runner.
 *
 * @example
 * import { describe, expect, it } from 'vitest';
 * testSandbox({ backend: quickjs() }, { describe, expect, it });
 */
export function testSandbox(
  { backend, skip = {}, shareSession = false }: SuiteOptions,
  tester: Tester,
): void {
  const { describe, it, expect } = tester;
  const sessions = createSessionSource(backend, shareSession);
  const known = new Set<string>();
  const test = ({ name, needs }: Skippable, body: () => Promise<void>): void => {
    known.add(name);
    const isMissing = needs !== undefined && backend.capabilities[needs] !== true;
    const reason = skip[name] ?? (isMissing ? `it does not claim ${needs}` : undefined);
    if (reason === undefined) it(name, body);
    else it.skip(`${name} (skipped: ${reason})`, body);
  };

  describe(`${backend.name} conforms`, () => {
    for (const [topic, rows] of Object.entries(conformanceTables)) {
      describe(topic, () => {
        for (const row of rows) {
          const check = (session: SandboxSession): Promise<void> => checkCase(session, row, expect);
          test(row, () => sessions.forRow(check, row));
        }
      });
    }
    describe('lifecycle', () => {
      for (const row of lifecycleCases) {
        const { check, in: place = 'own' } = row;
        const code: LifecycleStage['code'] = (sources) => sources[backend.language];
        test(row, () => sessions[place]((session) => check({ backend, session, expect, code })));
      }
    });
    describe('a recorded final cannot be swallowed', () => {
      for (const row of swallowCases[backend.language]) {
        test(row, () => sessions.common((session) => checkSwallow(session, row, expect)));
      }
    });
    it('names only cases that exist in its list of skips', async () => {
      expect(Object.keys(skip).filter((name) => !known.has(name))).toEqual([]);
      await sessions.close();
    });
  });
}

/** Runs one swallow case: the first answer counts, and does not leak into the next cell. */
async function checkSwallow(
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
