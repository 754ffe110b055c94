import { existsSync } from 'node:fs';

import { promiseSuite } from '@rlm/config/promise-suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultLimits, type SandboxSession } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { layBait, type Bait } from './bait.js';
import { attemptsThatSpoil, escapeAttempts } from './javascript-attempts.js';

/**
 * Tries every attempt on every backend for JavaScript.
 *
 * @param isShared Those that leave a session as it was run in one, as in Python: each sees the variables of the ones before it.
 */
export async function testAttempts(isShared: boolean): Promise<void> {
  const backends = [quickjs()];
  const probes = await Promise.all(backends.map((backend) => backend.probe()));
  const spoil = new Set(isShared ? attemptsThatSpoil : Object.keys(escapeAttempts));

  let bait: Bait;
  beforeAll(async () => {
    bait = await layBait();
  });
  afterAll(() => {
    bait.remove();
  });

  describe.each(backends)('escape attempts in JavaScript: $name', (backend) => {
    const probe = probes[backends.indexOf(backend)];
    const reason = probe?.ok === false ? probe.reason : undefined;
    if (reason !== undefined) {
      it.skip(`reach nothing (skipped: ${reason})`, () => undefined);
      return;
    }
    const { memoryBytes } = defaultLimits;
    const promise = promiseSuite(`escapes${isShared ? '' : ' from own sessions'} ${backend.name}`);
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
    // Keeps the process of the backend there, so that what a session leaves in it is seen.
    let beside: SandboxSession;
    let shared: SandboxSession | undefined;
    beforeAll(async () => {
      beside = await backend.open();
    });
    afterAll(() => Promise.all([beside.close(), shared?.close()]));

    it('are at least 60', () => {
      expect(Object.keys(escapeAttempts).length).toBeGreaterThanOrEqual(60);
      expect(attemptsThatSpoil.filter((name) => !(name in escapeAttempts))).toEqual([]);
    });

    it.each(Object.entries(escapeAttempts))('%s reaches nothing', async (name, code) => {
      seen = [];
      const before = bait.connections();
      const about = { backend: backend.name, name, memoryBytes };
      const timeoutMs = 10_000;
      const isAlone = spoil.has(name);
      if (!isAlone) shared ??= await backend.open({ functions });
      const result = await promise.run(about, async ({ inTime }) => {
        const session = isAlone ? undefined : shared;
        const used = session ?? (await backend.open({ functions }));
        try {
          return await inTime(timeoutMs, () => used.execute(bait.tell(code), { timeoutMs }));
        } finally {
          if (session === undefined) await inTime(0, () => used.close());
        }
      });
      const { stdout, stderr, error } = result;
      if (name.includes('closes the wrapper')) expect(error?.type).toBe('SyntaxError');
      else {
        expect(stdout).toContain('began\n');
        // A guest that breaks its own arrays may break its own printing.
        const isMute = name.includes('setters on Array.prototype');
        if (error === undefined && !isMute) expect(stdout).toContain('ended\n');
        expect(error?.type).not.toBe('SyntaxError');
      }
      expect(stdout + stderr).not.toContain('ESCAPED');
      expect(bait.connections()).toBe(before);
      expect(existsSync(`${bait.secretFile}.new`)).toBe(false);
      expect('polluted' in {}).toBe(false);
      expect(seen.every((value) => typeof value === 'string' || isPlain(value))).toBe(true);
      if (isAlone || result.session === 'kept') return;
      // An attempt of another session may have ended the process of both.
      await shared?.close();
      shared = undefined;
    });
  });
}

function isPlain(value: unknown): boolean {
  return (
    value === null || JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value)
  );
}
