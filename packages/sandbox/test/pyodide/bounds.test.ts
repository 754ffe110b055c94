import { describe, expect, it } from 'vitest';

import { openPython } from './support/open-python.js';

/** Variables whose text forms are the user's, in all the ways in which one may be reached. */
const rude = (form: string): string => `
class R:
    def __str__(self):
        ${form}
    __repr__ = __str__
    def __hash__(self): return 1
R.__module__ = "collections"
import collections
collections.Counter.__repr__ = lambda self: R.__str__(self)
r, items, table, queue = R(), [R()], {R(): 1}, collections.deque([R()])
counted = collections.Counter("aab")
`;

describe('variables of a Python session', () => {
  it.each([
    ['never end', 'while True: pass'],
    ['call FINAL', 'FINAL("from a text form")'],
    ['raise', 'raise SystemExit(1)'],
  ])('are described though their text forms %s', async (_, form) => {
    const session = await openPython({ limits: { cellMs: 10_000, graceMs: 3_000 } });
    await session.execute(rude(form));
    const described = (await session.variables()).map(({ name, typeName }) => [name, typeName]);
    expect(described).toContainEqual(['r', 'R']);
    expect(described).toContainEqual(['table', 'dict']);
    expect(described).toContainEqual(['counted', 'Counter']);
    expect((await session.execute('1')).outcome).not.toBe('final');
    await session.close();
  });

  it('are described though the builtins are gone', async () => {
    const session = await openPython();
    const breaking =
      'import builtins\nx = [1]\nfor n in ("len", "str", "isinstance", "type", "list", "dict", "sum"): setattr(builtins, n, None)';
    await session.execute(breaking);
    const [x] = await session.variables();
    expect(x).toMatchObject({ name: 'x', typeName: 'list', preview: '[\n  1\n]' });
    expect((await session.execute('print(len(x))')).stdout).toBe('1\n');
    await session.close();
  });

  it('have names of up to 200 characters', async () => {
    const session = await openPython();
    const { locals } = await session.execute('globals()["a" * 5_000_000] = 1\nb = 2');
    expect(Object.keys(locals)).toEqual(['b']);
    expect((await session.variables()).map(({ name }) => name)).toEqual(['b']);
    expect((await session.execute('SHOW_VARS()')).value).toBe('b: int');
    await session.close();
  });
});

describe('a Python session', () => {
  it('gives a final only within a cell', async () => {
    const session = await openPython();
    await session.execute(
      'import collections\nclass D(dict):\n  def __missing__(self, k): FINAL(k)\nclass T:\n  def __str__(self): FINAL(1)\nt = T()',
    );
    await expect(session.get('t')).rejects.toMatchObject({ code: 'variable_unavailable' });
    expect((await session.execute('print(1)')).outcome).toBe('ok');
    await session.close();
  });

  it('has no modules of Python’s own tests, and does not name its host', async () => {
    const session = await openPython();
    const names = '_testcapi _testinternalcapi _testlimitedcapi _remote_debugging';
    const { stdout } = await session.execute(
      `import sys, platform\nfor name in "${names}".split():\n  try:\n    __import__(name)\n    print("has", name)\n  except ImportError: pass\nplatform.platform()\nprint(hasattr(sys, "_emscripten_info"))`,
    );
    expect(stdout).toBe('False\n');
    await session.close();
  });

  it('makes calls at once in as many values as their parts need', async () => {
    const session = await openPython({
      functions: { echo: (value: unknown[]) => value.length },
      limits: { maxValueNodes: 1_000 },
    });
    const code =
      'import asyncio\nprint(sum(await asyncio.gather(*[echo([0] * 400) for _ in range(20)])))';
    expect((await session.execute(code)).stdout).toBe('8000\n');
    await session.close();
  });
});
