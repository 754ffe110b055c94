import type { SandboxSession, SessionSnapshot } from '../contract/session.js';
import { assignX, codeOf, type LifecycleCase } from './lifecycle-case.js';
import { createSuiteFunctions } from './suite-functions.js';

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
const check = { python: 'check()', javascript: 'check()' };

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

/** A snapshot as it comes out of a file. */
async function takeSnapshot(session: SandboxSession): Promise<SessionSnapshot> {
  const snapshot = await session.snapshot?.();
  if (snapshot === undefined) throw new Error('expected a snapshot');
  const { bytes, ...rest } = snapshot;
  return { ...(JSON.parse(JSON.stringify(rest)) as typeof rest), bytes: bytes.slice() };
}

/** What a snapshot holds besides the variables, and how it is identified. */
export const snapshotCases: readonly LifecycleCase[] = [
  {
    name: 'generators and random numbers go on where they were in a snapshot',
    needs: 'snapshot',
    in: 'cleared',
    async check({ backend, session, expect, code }) {
      await session.execute(code(begin));
      const snapshot = await takeSnapshot(session);
      const { stdout } = await session.execute(code(goOn));
      expect(stdout).toContain('4 9 0.');
      const again = await backend.open({ snapshot, seed: 'another' });
      expect((await again.execute(code(goOn))).stdout).toBe(stdout);
      await again.close();
    },
  },
  {
    name: 'a session from a snapshot counts its cells on, and shows the lines of earlier ones',
    needs: 'snapshot',
    async check({ backend, session, expect, code }) {
      await session.execute(code(assignX));
      await session.execute(code(fail));
      const snapshot = await takeSnapshot(session);
      const { build, cells } = snapshot;
      expect([snapshot.backend, build, cells]).toEqual([backend.name, await backend.build?.(), 2]);
      const small = Promise.resolve(session.snapshot?.({ maxBytes: 10 }));
      expect(await codeOf(small)).toBe('value_rejected');
      const { error } = await session.execute(code(check));
      expect(error?.traceback).toContain('cell 2');
      expect(error?.traceback).toContain('cell 3');
      const again = await backend.open({ functions: createSuiteFunctions(), snapshot });
      expect((await again.execute(code(check))).error?.traceback).toBe(error?.traceback);
      await again.close();
    },
  },
  {
    name: 'a session from a snapshot, and from a snapshot of that one, collects what is not used any more',
    needs: 'snapshot',
    in: 'cleared',
    async check({ backend, session, expect, code }) {
      await session.execute(code(assignX));
      const first = await backend.open({ snapshot: await takeSnapshot(session) });
      expect((await first.execute(code(collect))).stdout).toBe('20000\n');
      const second = await backend.open({ snapshot: await takeSnapshot(first) });
      await first.close();
      expect((await second.execute(code(collect))).stdout).toBe('20000\n');
      await second.close();
    },
  },
];
