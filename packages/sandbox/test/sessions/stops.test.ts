import { afterAll, beforeAll, expect, it } from 'vitest';

import type { REPLResult } from '@rlm/repl-types';
import type { SandboxBackend, SandboxSession } from '../../src/index.js';
import { describeBackends } from '../support/backends.js';

/** Cells that do not end, and catch what they can. */
const endless = {
  python: {
    'a loop that catches everything':
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    'a loop in finally': 'try:\n    while True: pass\nfinally:\n    while True: pass',
    'a context that suppresses':
      'import contextlib\nwhile True:\n    with contextlib.suppress(BaseException):\n        while True: pass',
    'a generator that is closed':
      'def g():\n    try: yield 1\n    finally:\n        while True: pass\ni = g()\nnext(i)\ni.close()',
    'a finalizer':
      'class A:\n    def __del__(self):\n        while True: pass\na = A()\ndel a\nwhile True: pass',
    'a callback of sorted': 'def key(one):\n    while True: pass\nsorted([2, 1], key=key)',
    'an async loop': 'import asyncio\nwhile True:\n    await asyncio.sleep(0)',
    'a regular expression': 'import re\nre.match(r"(a+)+$", "a" * 60 + "!")',
  },
  javascript: {
    'a loop that catches everything': 'for (;;) { try { for (;;); } catch {} }',
    'a loop in finally': 'try { for (;;); } finally { for (;;); }',
    'recursion that catches itself':
      'const f = () => { try { f() } catch { f() } finally { f() } }; f()',
    'a generator that is returned':
      'function* g() { try { yield 1 } finally { for (;;); } }\nfor (const v of g()) break',
    'a callback of sort': '[2, 1].sort(() => { for (;;); })',
    'a text that is asked for': 'String({ toString() { for (;;); } })',
    'an async loop': 'for (;;) await null',
    'promises without end': 'const f = () => Promise.resolve().then(f); await f()',
    'a regular expression': '/^(a+)+$/.test("a".repeat(60) + "!")',
  },
};

/** Single calls of the interpreter that take long: some hear of a stop only by being killed, which is told. */
const long = {
  python: {
    'a sum': 'sum(range(10**13))',
    'a power': '3 ** (10 ** 9)',
    'recursion that catches itself':
      'def f():\n    try: f()\n    except BaseException: f()\n    finally: f()\nf()',
    'a loop that wants no signals':
      'import signal\ntry: signal.signal(signal.SIGINT, signal.SIG_IGN)\nexcept Exception: pass\nwhile True: pass',
  },
  javascript: {
    'a sort': 'new Array(3e6).fill(0).map((_, i) => -i).sort().length',
    'a search': '("a".repeat(1e6) + "b").repeat(3).split("a".repeat(5e5) + "c").length',
  },
};
const first = { python: 'print("on")\nbegun()\n', javascript: 'print("on"); await begun();\n' };

await describeBackends('a stop', (backend: SandboxBackend) => {
  let session: SandboxSession;
  beforeAll(async () => {
    session = await backend.open({ functions, limits: { graceMs: 20_000 } });
    await session.set('kept', 7);
  });
  afterAll(() => session.close());

  let tell = (): void => undefined;
  const functions = {
    begun: () => {
      tell();
    },
  };
  /** Begins a cell; gives what stops it. */
  const begin = async (of: SandboxSession, cell: string): Promise<() => Promise<REPLResult>> => {
    const controller = new AbortController();
    const begun = new Promise<void>((resolve) => (tell = resolve));
    const code = first[backend.language] + cell;
    const running = of.execute(code, { abortSignal: controller.signal });
    await Promise.race([begun, running]);
    return () => {
      controller.abort();
      return running;
    };
  };

  it.each(Object.entries(endless[backend.language]))(
    'ends %s, which keeps the variables',
    async (_, cell) => {
      const stop = await begin(session, cell);
      const { outcome, stdout, session: state } = await stop();
      expect([outcome, stdout, state]).toEqual(['aborted', 'on\n', 'kept']);
      expect(await session.get('kept')).toBe(7);
      expect((await session.execute('print(kept)')).stdout).toBe('7\n');
    },
  );

  it.each(Object.entries(long[backend.language]))(
    'ends %s within graceMs or kills it, and says so',
    async (_, cell) => {
      const own = await backend.open({ functions, limits: { graceMs: 100 } });
      await own.execute('mine = 5');
      const stop = await begin(own, cell);
      const { outcome, session: state } = await stop();
      expect(outcome).toBe('aborted');
      expect(['kept', 'restored', 'replayed']).toContain(state);
      const next = await own.execute('print(mine)');
      await own.close();
      expect([next.stdout, next.session]).toEqual(['5\n', 'kept']);
    },
  );
});
