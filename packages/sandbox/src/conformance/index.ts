import type { Tester, Expect } from '@rlm/repl-types/internal';

import type { SandboxBackend, SandboxSession } from '../contract/session.js';
import type { Capability } from './case.js';
import { checkCase } from './check-case.js';
import { lifecycleGroups } from './lifecycle/index.js';
import { checkLifecycle } from './lifecycle/stage.js';
import { SharedSessions } from './shared-sessions.js';
import { javascriptSwallows } from './swallow/javascript.js';
import { pythonSwallows } from './swallow/python.js';
import { conformanceTables } from './tables.js';

export type { Tester } from '@rlm/repl-types/internal';

/** A backend, and the cases that it is known not to pass. */
export interface SuiteOptions {
  readonly backend: SandboxBackend;
  /**
   * Names of cases that the backend does not pass, each with a reason for the skipped test's title. An unknown name
   * fails the suite. Cases that need a capability which the backend does not claim are skipped automatically.
   */
  readonly skip?: Readonly<Record<string, string>> | undefined;
  /**
   * Runs cases in one session, and clears its variables between two. Faster if opening a session takes long. A case that has options
   * of its own, or uses the methods of a session, has its own. Default: false, and every case has its own.
   */
  readonly shareSession?: boolean | undefined;
}

/**
 * Describes the whole suite for a backend, in the terms of the caller's test runner.
 *
 * @example
 * import { describe, expect, it } from 'vitest';
 * testSandbox({ backend: quickjs() }, { describe, it, expect });
 */
export function testSandbox(
  { backend, skip = {}, shareSession = false }: SuiteOptions,
  { describe, it, expect }: Tester,
): void {
  const sessions = new SharedSessions(backend, shareSession);
  const known = new Set<string>();
  const test = (name: string, needs: Capability | undefined, body: () => Promise<void>): void => {
    known.add(name);
    const isMissing = needs !== undefined && backend.capabilities[needs] !== true;
    const reason = skip[name] ?? (isMissing ? `it does not claim ${needs}` : undefined);
    if (reason === undefined) it(name, body);
    else it.skip(`${name} (skipped: ${reason})`, body);
  };

  describe(`${backend.name} conforms`, () => {
    for (const [topic, table] of Object.entries(conformanceTables)) {
      describe(topic, () => {
        for (const [name, row] of Object.entries(table)) {
          test(name, row.needs, () =>
            sessions.run(row, (session) => checkCase(session, row, expect)),
          );
        }
      });
    }
    describe('lifecycle', () => {
      for (const { needs, cases } of lifecycleGroups) {
        for (const [name, check] of Object.entries(cases)) {
          test(name, needs, () => checkLifecycle(check, backend, expect));
        }
      }
    });
    describe('a recorded final cannot be swallowed', () => {
      for (const [name, code] of Object.entries(swallows[backend.language])) {
        test(name, undefined, () =>
          sessions.run({}, (session) => checkSwallow(session, code, expect)),
        );
      }
    });
    it('names only cases that exist in its list of skips', async () => {
      expect(Object.keys(skip).filter((name) => !known.has(name))).toEqual([]);
      await sessions.close();
    });
  });
}

const swallows = { python: pythonSwallows, javascript: javascriptSwallows };

/** Runs a cell that swallows FINAL: the first answer counts, and does not leak into the next cell. */
async function checkSwallow(session: SandboxSession, code: string, expect: Expect): Promise<void> {
  const result = await session.execute(code, { timeoutMs: 5_000 });
  const told = `${result.error?.type ?? ''}: ${result.error?.message ?? ''}`;
  expect(result.finalOutput, told).toEqual({ type: 'direct', answer: 'kept' });
  expect([result.outcome, result.success]).toEqual(['final', true]);
  const next = await session.execute('print("next")');
  expect([next.outcome, next.stdout, next.finalOutput]).toEqual(['ok', 'next\n', null]);
}
