import { describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { openPython } from './support/open-python.js';

const state = `
import re, collections
class Account:
  def __init__(self, n): self.n = n
  def add(self, m): self.n += m; return self
def counter():
  n = 0
  def step():
    nonlocal n
    n += 1
    return n
  return step
step = counter(); step()
def walk():
  for i in range(5): yield i * i
walker = walk(); next(walker); next(walker)
account = Account(5)
loop = [account]; loop.append(loop)
pattern = re.compile(r"(\\d+)-(\\d+)")
count = collections.Counter("hello")
`;
const look =
  'print(step(), next(walker), account.add(1).n, loop[1] is loop, loop[0] is account, pattern.match("3-4").groups(), count["l"])';

const outputOf = async (session: SandboxSession, code: string): Promise<string> =>
  (await session.execute(code)).stdout;

const take = async (session: SandboxSession) => {
  const snapshot = await session.snapshot?.();
  if (snapshot === undefined) throw new Error('expected a snapshot');
  return snapshot;
};

describe('snapshots of Python sessions', () => {
  it('restore classes, closures, running generators and cycles, twice over', async () => {
    const first = await openPython({ functions: { llm_query: () => Promise.resolve('hi') } });
    await first.execute(state);
    const snapshot = await take(first);
    expect(await outputOf(first, look)).toBe("2 4 6 True True ('3', '4') 2\n");
    await first.close();

    const second = await openPython({
      snapshot,
      functions: { llm_query: () => Promise.resolve('hi') },
    });
    expect(await outputOf(second, look)).toBe("2 4 6 True True ('3', '4') 2\n");
    const again = await take(second);
    await second.close();

    const third = await openPython({
      snapshot: again,
      functions: { llm_query: () => Promise.resolve('hi') },
    });
    expect(await outputOf(third, look)).toBe("3 9 7 True True ('3', '4') 2\n");
    expect(await outputOf(third, 'print(llm_query("x"))')).toBe('hi\n');
    const { error } = await third.execute('FINAL_VAR("loop[0]".split("[")[0])');
    expect(error?.type).toMatch(/^(?:Type|Value)Error$/);
    expect((await third.execute('while True: pass', { timeoutMs: 300 })).session).toBe('kept');
    await third.close();
  });

  it('hold only what differs from the snapshot that sessions start from', async () => {
    const session = await openPython();
    await session.execute('x = 1');
    expect((await take(session)).bytes.length).toBeLessThan(12_000_000);
    await session.close();
  });

  it('carry texts', async () => {
    const session = await openPython();
    await session.set('context', 'naïve 日本 😀 '.repeat(100_000));
    const snapshot = await take(session);
    await session.close();
    const restored = await openPython({ snapshot });
    expect(await outputOf(restored, 'print(len(context), context.count("日本"))')).toBe(
      '1100000 100000\n',
    );
    await restored.close();
  });
});
