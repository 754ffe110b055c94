import { assignX, codeOf, printX, required, takeSnapshot, type LifecycleTable } from './stage.js';

const begin = {
  python: `import random
def squares():
    n = 0
    while True:
        n += 1
        yield n * n
numbers = squares()
next(numbers)
random.random()`,
  javascript: `function* squares() { for (let n = 1; ; n++) yield n * n }
const numbers = squares();
numbers.next();
Math.random();`,
};
const goOn = {
  python: 'print(next(numbers), next(numbers), random.random())',
  javascript: 'print(numbers.next().value, numbers.next().value, Math.random())',
};

const fail = {
  python: 'def check():\n    raise ValueError("no")',
  javascript: 'function check() {\n  throw new RangeError("no") }',
};

/** Enough objects for the collector of a guest to run by itself, some of them in cycles. */
const collect = {
  python: `kept = []
for i in range(20000):
    one = [i]
    one.append(one)
    kept.append({"one": [i]})
print(len(kept))`,
  javascript: `kept = [];
for (let i = 0; i < 20000; i++) {
  const one = [i];
  one.push(one);
  kept.push({ one: [i] });
}
print(kept.length)`,
};

/** Sessions from snapshots, and forks. */
export const snapshotCases: LifecycleTable = {
  async 'a snapshot opens a session with the same state, and host functions of its own'({
    open,
    expect,
    code,
  }) {
    const session = await open();
    await session.set('context', 'c');
    await session.execute(
      code({
        python: 'def f():\n    return context + "!"',
        javascript: 'function f() { return context + "!" }',
      }),
    );
    const again = await open({ snapshot: await takeSnapshot(session) });
    const show = {
      python: 'print(f(), llm_query("q"))',
      javascript: 'print(f(), await llm_query("q"))',
    };
    expect((await again.execute(code(show))).stdout).toBe('c! re:q\n');
  },

  async 'generators and random numbers go on where they were in a snapshot'({
    open,
    expect,
    code,
  }) {
    const session = await open();
    await session.execute(code(begin));
    const snapshot = await takeSnapshot(session);
    const { stdout } = await session.execute(code(goOn));
    expect(stdout).toContain('4 9 0.');
    const again = await open({ snapshot, seed: 'another' });
    expect((await again.execute(code(goOn))).stdout).toBe(stdout);
  },

  async 'a session from a snapshot counts its cells on, and shows the lines of earlier ones'({
    backend,
    open,
    expect,
    code,
  }) {
    const session = await open();
    await session.execute(code(assignX));
    await session.execute(code(fail));
    const snapshot = await takeSnapshot(session);
    const { build, cells } = snapshot;
    expect([snapshot.backend, build, cells]).toEqual([backend.name, await backend.build?.(), 2]);
    const small = required(session.snapshot?.({ maxBytes: 10 }));
    expect(await codeOf(small)).toBe('value_rejected');
    const { error } = await session.execute('check()');
    expect(error?.traceback).toContain('cell 2');
    expect(error?.traceback).toContain('cell 3');
    const again = await open({ snapshot });
    expect((await again.execute('check()')).error?.traceback).toBe(error?.traceback);
  },

  async 'a session from a snapshot, and from a snapshot of that one, collects what is not used any more'({
    open,
    expect,
    code,
  }) {
    const session = await open();
    await session.execute(code(assignX));
    const first = await open({ snapshot: await takeSnapshot(session) });
    expect((await first.execute(code(collect))).stdout).toBe('20000\n');
    const second = await open({ snapshot: await takeSnapshot(first) });
    expect((await second.execute(code(collect))).stdout).toBe('20000\n');
  },

  async 'a fork goes its own way'({ open, expect, code }) {
    const session = await open();
    await session.execute(code(assignX));
    const fork = await required(session.fork?.());
    await fork.execute('x = 6');
    expect((await session.execute(code(printX))).stdout).toBe('5\n');
    expect((await fork.execute(code(printX))).stdout).toBe('6\n');
    await fork.close();
  },

  async 'a variable that cells cannot lose has its value again in a session from a snapshot, and in a fork'({
    open,
    expect,
  }) {
    const session = await open();
    await session.set('data', 'the data', { isReserved: true });
    await session.execute('data = "mine"');
    const fork = await required(session.fork?.());
    const again = await open({ snapshot: await takeSnapshot(session) });
    for (const resumed of [fork, again]) {
      const { stdout, diagnostics } = await resumed.execute('print(data)');
      expect([stdout, diagnostics]).toEqual(['the data\n', []]);
    }
    await fork.close();
  },
};
