import { readdirSync } from 'node:fs';

import type { CaseWatch } from '@rlm/config/promise';
import { promiseSuite } from '@rlm/config/promise-suite';
import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { type SandboxBackend, type SandboxSession, defaultLimits } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { python } from '../pyodide/support/open-python.js';
import { describeWhere } from '../support/describe-where.js';
import { sessionsOfFile } from '../support/open-sessions.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';
import { tolerate } from '../support/tolerate.js';

const openOn = sessionsOfFile();
const promise = promiseSuite('time');

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
  { backend: cpython(), slow: pythonSlow(8e6), endless: 'sum(range(10**13))', trap: pythonTrap },
];

/** A case of the promise: it closes its session, and each call within its time. */
function itKeeps(
  title: string,
  backend: SandboxBackend,
  body: (session: SandboxSession, inTime: CaseWatch['inTime']) => Promise<void>,
): void {
  const { memoryBytes } = defaultLimits;
  it(title, async ({ task: { name } }) => {
    await promise.run({ backend: backend.name, name, memoryBytes }, async ({ inTime }) => {
      const session = await backend.open();
      try {
        await body(session, inTime);
      } finally {
        await inTime(0, () => session.close());
      }
    });
  });
}

for (const { backend, slow, endless, trap } of guests) {
  const probe = await backend.probe();
  describeWhere(probe, `the time of calls on ${backend.name}`, () => {
    // One session for all: what it did before takes seconds to be brought back where there are no snapshots, and that is a cost.
    itKeeps('time-out, abort, close while it is brought back', backend, async (session, inTime) => {
      const before = new Set((await descendants(process.pid)).map(({ pid }) => pid));
      for (let cell = 0; cell < 2; cell++) await session.execute(slow);
      await inTime(200, () => session.execute(endless, { timeoutMs: 200 }));

      const { outcome } = await inTime(300, () => session.execute(endless, { timeoutMs: 300 }));
      expect(outcome).toBe('timeout');

      const controller = new AbortController();
      const aborted = session.execute('', { abortSignal: controller.signal });
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(['aborted', 'ok']).toContain((await inTime(0, () => aborted)).outcome);

      const closed = session.execute('');
      await new Promise((resolve) => setImmediate(resolve));
      await inTime(0, () => session.close());
      expect(['aborted', 'ok']).toContain((await closed).outcome);
      const left = (await descendants(process.pid)).filter(({ pid }) => !before.has(pid));
      expect(await waitUntilGone(left)).toEqual([]);
    });

    if (trap === undefined) {
      it.skip(
        'get and variables that run code of the guest (skipped: no variable of its guest can run code)',
      );
      return;
    }
    itKeeps('get and variables that run code of the guest', backend, async (session, inTime) => {
      await session.execute(trap);
      const options = { timeoutMs: 300 };
      await inTime(300, () => tolerate(session.get('trap', options)));
      await inTime(300, () => tolerate(session.variables(options)));
      expect((await session.execute(endless, { timeoutMs: 100 })).outcome).toBe('timeout');
    });
  });
}

describe('the time of calls on a Python cell that goes on', () => {
  itKeeps(
    'a forged end that holds neither its own call up, nor the next, nor close',
    python,
    async (session, inTime) => {
      const code = [
        'import os, struct',
        pythonSlow(8e6),
        `frame = b'{"id":1,"status":"ok"}'`,
        'os.write(77, struct.pack("<BI", 68, len(frame)) + frame)',
        'while True: pass',
      ].join('\n');
      expect((await session.execute(code)).outcome).toBe('ok');
      const running = session.execute('print(1)', { timeoutMs: 1_000 });
      expect((await inTime(1_000, () => running)).outcome).toBe('timeout');
    },
  );
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
      await eventually(() => {
        expect(threads()).toBeLessThanOrEqual(before);
      });
    },
  );
});
