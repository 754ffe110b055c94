import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { REPLVariable } from '@rlm/repl-types';

import type { SandboxSession } from '../../src/index.js';
import { openPython } from '../pyodide/support/open-python.js';

let session: SandboxSession;
beforeAll(async () => {
  session = await openPython();
  await session.execute('import array, collections');
});
afterAll(() => session.close());

const described = async (code: string): Promise<unknown> => {
  const { locals, error } = await session.execute(code);
  expect(error).toBeUndefined();
  return locals['x'];
};

describe('a large collection of Python', () => {
  it.each([
    ['set(range(30_000))', 'set', '{0, 1, 2, '],
    ['frozenset(range(30_000))', 'frozenset', 'frozenset({0, 1, 2, '],
    ['collections.deque(range(30_000))', 'deque', 'deque([0, 1, 2, '],
    ['collections.Counter(range(30_000))', 'Counter', 'Counter({0: 1, 1: 1, 2: 1, '],
    [
      'collections.OrderedDict((i, "a") for i in range(30_000))',
      'OrderedDict',
      "OrderedDict({0: 'a', 1: 'a', ",
    ],
    ['array.array("d", range(30_000))', 'array', 'array([0.0, 1.0, 2.0, '],
    ['{i: i for i in range(200_000)}', 'dict', '{0: 0, 1: 1, 2: 2, '],
    [
      'collections.defaultdict(list, {i: list(range(1_000)) for i in range(30)})',
      'defaultdict',
      'defaultdict({0: <list>, ',
    ],
    ['collections.deque([collections.deque(range(30_000))])', 'deque', 'deque([<deque>, '],
  ])('is described by its first items: %s', async (make, typeName, start) => {
    const variable = (await described(`x = ${make}`)) as { preview: string };
    expect(variable).toMatchObject({ typeName, totalLength: -1 });
    expect(variable.preview.slice(0, start.length)).toBe(start);
    expect(variable.preview).toMatch(/, \.\.\.[\]})]+$/);
  });

  it.each([
    ['{1}', '{1}'],
    ['collections.deque([1, 2], 5)', 'deque([1, 2], maxlen=5)'],
    ['collections.Counter("aab")', "Counter({'a': 2, 'b': 1})"],
    ['collections.defaultdict(set, {1: {2}})', "defaultdict(<class 'set'>, {1: {2}})"],
    ['array.array("b", [1, 2])', "array('b', [1, 2])"],
  ])('that is small is shown whole: %s', async (make, preview) => {
    expect(await described(`x = ${make}`)).toMatchObject({ preview, totalLength: preview.length });
  });

  it('is described without code of the user, also if that changed the library', async () => {
    await session.execute(`
ran = []
def spy(*_):
    ran.append(1)
    return iter([])
kept = {name: collections.Counter.__dict__.get(name) for name in ("__len__", "__iter__", "items", "values", "keys")}
for name in kept: setattr(collections.Counter, name, spy)
x = collections.Counter()
for i in range(30_000): dict.__setitem__(x, i, i)
y = collections.deque([x])`);
    const { locals } = await session.execute('1');
    expect(locals['x']).toMatchObject({
      preview: expect.stringMatching(/^Counter\(\{0: 0, 1: 1, /) as string,
    });
    const { stdout } = await session.execute(`
print(len(ran))
for name, method in kept.items():
    delattr(collections.Counter, name) if method is None else setattr(collections.Counter, name, method)`);
    expect(stdout).toBe('0\n');
  });

  it('is described without code of the user, also if its items have a class with a class of its own', async () => {
    const { locals, error } = await session.execute(`
ran = []
class Meta(type):
    def __hash__(cls): ran.append("hash"); return 1
    def __eq__(cls, other): ran.append("eq"); return True
class Thing(metaclass=Meta): pass
x, y, z = Thing(), [Thing()], collections.deque([Thing()])`);
    expect(error).toBeUndefined();
    expect(locals['x']).toMatchObject({ typeName: 'Thing', preview: '<Thing object>' });
    expect(Object.keys(locals)).toEqual(expect.arrayContaining(['x', 'y', 'z']));
    await session.variables();
    const { stdout } = await session.execute('print(ran); del Meta, Thing, x, y, z');
    expect(stdout).toBe('[]\n');
  });

  it('has no more looked at than a list of variables may cost, the newest first', async () => {
    const own = await openPython();
    const { locals } = await own.execute(
      `def fill():
    large, medium = set(range(100_000)), dict.fromkeys(range(9_000))
    for i in range(1_000):
        globals()[f"v{i}"] = medium if i % 2 else large
fill()
del fill`,
    );
    const previews = Object.values(locals).map((local) => (local as REPLVariable).preview);
    const shown = previews.map((preview) => preview.slice(0, 5)).reverse();
    expect(new Set(shown.slice(0, 8))).toEqual(new Set(['{\n  "', '{0, 1']));
    expect(new Set(shown.slice(500))).toEqual(new Set(['<dict', '<set ']));
    await own.close();
  });

  it('of plain data is described as it is now, also if it was described a moment ago', async () => {
    const first = await described('x = [{"a": 1}, 2]; y = list(range(2_000))');
    expect(await described('1')).toEqual(first);
    expect(first).toEqual([{ a: 1 }, 2]);
    expect(await described('x[0]["a"] = "1"; y[0] = "first"')).toEqual([{ a: '1' }, 2]);
    const list = await session.variables();
    expect(list.find(({ name }) => name === 'x')?.preview).toContain('"a": "1"');
    expect(list.find(({ name }) => name === 'y')?.preview).toMatch(/^\[\n {2}"first",\n {2}1,/);
    expect(await described('x = (x[0], 2)')).toEqual([{ a: '1' }, 2]);
    const again = await session.variables();
    expect(again.find(({ name }) => name === 'x')).toMatchObject({ typeName: 'tuple', items: 2 });
  });

  it('is described after FINAL too: of very many, the last ones', async () => {
    await using other = await openPython();
    const { locals, finalOutput } = await other.execute(`
for i in range(900):
    globals()[f"v{i}"] = list(range(55))
last = {i: [1.5, "x" * 50, None] for i in range(3_000)}
FINAL("x")`);
    expect(finalOutput).toBeDefined();
    expect(locals).toHaveProperty('last');
  });
});
