import { existsSync } from 'node:fs';

import { promiseSuite } from '@rlm/config/promise-suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultLimits, type SandboxSession } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { v8 } from '../../src/v8/index.js';
import { layBait, type Bait } from './bait.js';
import { escapeAttempts } from './javascript-attempts.js';

let bait: Bait;
beforeAll(async () => {
  bait = await layBait();
});
afterAll(() => {
  bait.remove();
});

const backends = [quickjs(), v8()];
const probes = await Promise.all(backends.map((backend) => backend.probe()));

describe.each(backends)('escape attempts in JavaScript: $name', (backend) => {
  const probe = probes[backends.indexOf(backend)];
  const reason = probe?.ok === false ? probe.reason : undefined;
  if (reason !== undefined) {
    it.skip(`reach nothing (skipped: ${reason})`, () => undefined);
    return;
  }
  const { memoryBytes } = defaultLimits;
  const promise = promiseSuite(`escapes ${backend.name}`);
  // Keeps the process of the backend there, so that what a session leaves in it is seen.
  let beside: SandboxSession;
  beforeAll(async () => {
    beside = await backend.open();
  });
  afterAll(() => beside.close());

  it('are at least 60', () => {
    expect(Object.keys(escapeAttempts).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(escapeAttempts))('%s reaches nothing', async (name, code) => {
    const seen: unknown[] = [];
    const before = bait.connections();
    const functions = {
      llm_query(value: unknown) {
        seen.push(value);
        return 'ok';
      },
      fail() {
        throw new Error('no');
      },
    };
    const about = { backend: backend.name, name, memoryBytes };
    const timeoutMs = 10_000;
    const { stdout, stderr, error } = await promise.run(about, async ({ inTime }) => {
      const session = await backend.open({ functions });
      try {
        return await inTime(timeoutMs, () => session.execute(bait.tell(code), { timeoutMs }));
      } finally {
        await inTime(0, () => session.close());
      }
    });
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
  });
});

function isPlain(value: unknown): boolean {
  return (
    value === null || JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value)
  );
}
