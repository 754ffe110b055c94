import type { HostCase } from '@rlm/config/host-cases';
import type { InTime } from '@rlm/config/measure-host';
import { expect } from 'vitest';

import { type SandboxBackend, type SandboxSession, defaultLimits } from '../../src/index.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';
import { tolerate } from '../support/tolerate.js';

/** What keeps a guest busy. */
interface BusyCode {
  /** A cell that takes a second or more. */
  readonly slow: string;
  /** A cell that does not end, and does not listen where the interpreter lets it. */
  readonly endless: string;
  /** A cell after which `get('trap')` or `variables()` may not end. */
  readonly trap: string;
}

const pythonSlow = 'total = 0\nfor i in range(8_000_000):\n    total += i';

const code: Readonly<Record<SandboxBackend['language'], BusyCode>> = {
  javascript: {
    slow: 'let total = 0\nfor (let i = 0; i < 12_000_000; i++) total += i',
    endless: 'while (true) {}',
    trap: 'const trap = { get a() { while (true) {} } }',
  },
  python: {
    slow: pythonSlow,
    endless: 'sum(range(10**13))',
    trap: 'class R:\n    def __repr__(self):\n        while True: pass\n    __str__ = __repr__\ntrap = R()\nclass D(dict):\n    def items(self):\n        while True: pass\n    __iter__ = keys = items\ntrap = D(a=1)',
  },
};

/** Cases of a backend whose calls must end when their time is over, or when they are given up. */
export function lateCalls(backend: SandboxBackend): HostCase[] {
  const { slow, endless, trap } = code[backend.language];
  return [
    // One session for all: what it did before takes seconds to be brought back where there are no snapshots, and that is a cost.
    closing('time-out, abort, close while it is brought back', backend, async (session, inTime) => {
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
    }),
    closing('get and variables that run code of the guest', backend, async (session, inTime) => {
      await session.execute(trap);
      const options = { timeoutMs: 300 };
      await inTime(300, () => tolerate(session.get('trap', options)));
      await inTime(300, () => tolerate(session.variables(options)));
      expect((await session.execute(endless, { timeoutMs: 100 })).outcome).toBe('timeout');
    }),
  ];
}

/** A case of `pyodide()`: a cell that forges its end on the device, and goes on. */
export function forgedEnd(backend: SandboxBackend): HostCase {
  const name = 'a forged end that holds neither its own call up, nor the next, nor close';
  return closing(name, backend, async (session, inTime) => {
    const forged = [
      'import os, struct',
      pythonSlow,
      `frame = b'{"id":1,"status":"ok"}'`,
      'os.write(77, struct.pack("<BI", 68, len(frame)) + frame)',
      'while True: pass',
    ].join('\n');
    expect((await session.execute(forged)).outcome).toBe('ok');
    const running = session.execute('print(1)', { timeoutMs: 1_000 });
    expect((await inTime(1_000, () => running)).outcome).toBe('timeout');
  });
}

function closing(
  name: string,
  backend: SandboxBackend,
  body: (session: SandboxSession, inTime: InTime) => Promise<void>,
): HostCase {
  return {
    name,
    memoryBytes: defaultLimits.memoryBytes,
    async run(inTime) {
      const session = await backend.open();
      try {
        await body(session, inTime);
      } finally {
        await inTime(0, () => session.close());
      }
    },
  };
}
