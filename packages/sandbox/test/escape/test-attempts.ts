import { existsSync } from 'node:fs';

import type { HostCase, TestCases } from '@rlm/config/host-cases';
import type { REPLResult } from '@rlm/repl-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultLimits, type SandboxSession } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { layBait, type Bait } from './bait.js';
import { attemptsThatSpoil, escapeAttempts } from './javascript-attempts.js';

/**
 * Tries every attempt on QuickJS.
 *
 * @param isShared Those that leave a session as it was run in one, as in Python: each sees the variables of the ones before it.
 */
export function testAttempts(test: TestCases, isShared: boolean): void {
  const backend = quickjs();
  const spoil = new Set(isShared ? attemptsThatSpoil : Object.keys(escapeAttempts));
  let seen: unknown[] = [];
  const functions = {
    llm_query(value: unknown) {
      seen.push(value);
      return 'ok';
    },
    fail() {
      throw new Error('no');
    },
  };

  describe('escape attempts in JavaScript', () => {
    let bait: Bait;
    let shared: SandboxSession | undefined;
    beforeAll(async () => {
      bait = await layBait();
    });
    afterAll(async () => {
      await shared?.close();
      bait.remove();
    });

    it('that spoil a session are among them', () => {
      expect(attemptsThatSpoil.filter((name) => !(name in escapeAttempts))).toEqual([]);
    });

    test(
      Object.entries(escapeAttempts).map(([name, code]): HostCase => ({
        name: `${name} reaches nothing`,
        memoryBytes: defaultLimits.memoryBytes,
        async run(inTime) {
          seen = [];
          const before = bait.connections();
          const timeoutMs = 10_000;
          const isAlone = spoil.has(name);
          const used = isAlone
            ? await backend.open({ functions })
            : (shared ??= await backend.open({ functions }));
          const result = await inTime(timeoutMs, () =>
            used.execute(bait.tell(code), { timeoutMs }),
          );
          if (isAlone) await inTime(0, () => used.close());
          requireContained(name, result);
          expect(bait.connections()).toBe(before);
          expect(existsSync(`${bait.secretFile}.new`)).toBe(false);
          expect(seen.every((value) => typeof value === 'string' || isPlain(value))).toBe(true);
          if (isAlone || result.session === 'kept') return;
          // An attempt has ended it.
          await shared?.close();
          shared = undefined;
        },
      })),
    );
  });
}

function requireContained(name: string, { stdout, stderr, error }: REPLResult): void {
  if (name.includes('closes the wrapper')) expect(error?.type).toBe('SyntaxError');
  else {
    expect(stdout).toContain('began\n');
    // A guest that breaks its own arrays may break its own printing.
    const isMute = name.includes('setters on Array.prototype');
    if (error === undefined && !isMute) expect(stdout).toContain('ended\n');
    expect(error?.type).not.toBe('SyntaxError');
  }
  expect(stdout + stderr).not.toContain('ESCAPED');
  expect('polluted' in {}).toBe(false);
}

function isPlain(value: unknown): boolean {
  return (
    value === null || JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value)
  );
}
