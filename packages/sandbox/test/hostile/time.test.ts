import { readdirSync } from 'node:fs';

import { describe, expect, it, vi } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import type { SandboxBackend, SandboxSession } from '../../src/index.js';
import { monty } from '../../src/monty/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { python } from '../pyodide/support/open-python.js';
import { describeWhere } from '../support/describe-where.js';
import { sessionsOfFile } from '../support/open-sessions.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

/** By how much a call may outlive its time-out or its signal, in milliseconds. */
const mostLateMs = 1_000;

const openOn = sessionsOfFile();

/** How long a call takes, however it ends. */
async function timeOf(call: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call.catch(() => undefined);
  return performance.now() - startedAt;
}

interface Guest {
  readonly backend: SandboxBackend;
  /** A cell that takes a second or more. */
  readonly slow: string;
  /** A cell that does not end, and does not listen where the interpreter lets it. */
  readonly endless: string;
  /** A cell after which `get('trap')` or `variables()` may not end; none where the interpreter cannot be made to. */
  readonly trap?: string;
}

const pythonSlow = (rounds: number): string =>
  `total = 0\nfor i in range(${rounds}):\n    total += i`;
const pythonTrap =
  'class R:\n    def __repr__(self):\n        while True: pass\n    __str__ = __repr__\ntrap = R()\nclass D(dict):\n    def items(self):\n        while True: pass\n    __iter__ = keys = items\ntrap = D(a=1)';

const guests: readonly Guest[] = [
  {
    backend: quickjs(),
    slow: 'let total = 0\nfor (let i = 0; i < 12_000_000; i++) total += i',
    endless: 'while (true) {}',
    trap: 'const trap = { get a() { while (true) {} } }',
  },
  { backend: python, slow: pythonSlow(4e6), endless: 'sum(range(10**13))', trap: pythonTrap },
  {
    backend: monty(),
    slow: pythonSlow(5e6),
    endless: 'while True: pass',
  },
  { backend: cpython(), slow: pythonSlow(8e6), endless: 'sum(range(10**13))', trap: pythonTrap },
];

for (const { backend, slow, endless, trap } of guests) {
  const probe = await backend.probe();
  describeWhere(probe, `the time of calls on ${backend.name}`, () => {
    /** A session whose guest is gone, and takes seconds to come back where there are no images. */
    async function lose(): Promise<SandboxSession> {
      const session = await openOn(backend);
      for (let cell = 0; cell < 2; cell++) await session.execute(slow);
      const took = await timeOf(session.execute(endless, { timeoutMs: 200 }));
      expect(took).toBeLessThan(200 + mostLateMs);
      return session;
    }

    it('is kept by the call that loses its guest, and by the next', async () => {
      const session = await lose();
      const running = session.execute(endless, { timeoutMs: 300 });
      expect(await timeOf(running)).toBeLessThan(300 + mostLateMs);
      expect((await running).outcome).toBe('timeout');
    }, 60_000);

    it('is kept by its signal while the session is brought back', async () => {
      const session = await lose();
      const controller = new AbortController();
      const running = session.execute('', { abortSignal: controller.signal });
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(await timeOf(running)).toBeLessThan(mostLateMs);
      expect(['aborted', 'ok']).toContain((await running).outcome);
    }, 60_000);

    it('is kept by close while the session is brought back, and nothing is left', async () => {
      const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
      const session = await lose();
      const running = session.execute('');
      await new Promise((resolve) => setImmediate(resolve));
      expect(await timeOf(session.close())).toBeLessThan(mostLateMs);
      expect(['aborted', 'ok']).toContain((await running).outcome);
      const left = (await descendants(process.pid)).filter(({ pid }) => !before.has(pid));
      expect(await waitUntilGone(left)).toEqual([]);
    }, 60_000);

    it.skipIf(trap === undefined)(
      `is kept by get and variables${trap === undefined ? ' (skipped: no variable of its guest can run code)' : ''}`,
      async () => {
        const session = await openOn(backend);
        await session.execute(trap ?? '');
        const options = { timeoutMs: 300 };
        expect(await timeOf(session.get('trap', options))).toBeLessThan(300 + mostLateMs);
        expect(await timeOf(session.variables(options))).toBeLessThan(300 + mostLateMs);
        expect((await session.execute(endless, { timeoutMs: 100 })).outcome).toBe('timeout');
      },
      60_000,
    );
  });
}

describe('a forged end of a Python cell that goes on', () => {
  it('holds neither its own call up, nor the next, nor close', async () => {
    const session = await openOn(python);
    const code = [
      'import os, struct',
      pythonSlow(8e6),
      `frame = b'{"id":1,"status":"ok"}'`,
      'os.write(77, struct.pack("<BI", 68, len(frame)) + frame)',
      'while True: pass',
    ].join('\n');
    expect((await session.execute(code)).outcome).toBe('ok');
    const running = session.execute('print(1)', { timeoutMs: 1_000 });
    expect(await timeOf(running)).toBeLessThan(1_000 + mostLateMs);
    expect((await running).outcome).toBe('timeout');
    expect(await timeOf(session.close())).toBeLessThan(mostLateMs);
  }, 60_000);
});

const threads = (): number => readdirSync('/proc/self/task').length;

const linux = process.platform === 'linux';
const inThisProcess = `a session of this process${linux ? '' : ' (skipped: /proc is of Linux)'}`;

describe.skipIf(!linux)(inThisProcess, () => {
  it.each([quickjs({ process: 'none' }), pyodide({ process: 'none' })])(
    'that is closed while it is brought back leaves no thread: $name',
    async (backend) => {
      const code = backend.language === 'python' ? 'sum(range(10**13))' : 'while (true) {}';
      const warm = await openOn(backend);
      await warm.execute('1');
      const before = threads();
      for (let round = 0; round < 3; round++) {
        const session = await openOn(backend, { limits: { graceMs: 0 } });
        await session.execute(code, { timeoutMs: 50 });
        const running = session.execute('1');
        await new Promise((resolve) => setImmediate(resolve));
        await session.close();
        await running;
      }
      await vi.waitFor(
        () => {
          expect(threads()).toBeLessThanOrEqual(before);
        },
        { timeout: 10_000 },
      );
    },
    60_000,
  );
});
