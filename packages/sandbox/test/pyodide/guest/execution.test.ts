import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../../src/index.js';
import { unsafeCpython } from '../../../src/cpython/index.js';
import { pyodide } from '../../../src/pyodide/index.js';

/** The sealed interpreter and the machine's share the driver's Python. */
const backends = await Promise.all(
  [pyodide(), unsafeCpython()].map(async (backend) => ({ backend, probe: await backend.probe() })),
);

const taskCode = [
  'import asyncio',
  'async def f():',
  '    return 9',
  'task = asyncio.create_task(f())',
  'await asyncio.sleep(0)',
  'await task',
].join('\n');
const failingRepr = 'class A:\n    def __repr__(self):\n        raise ValueError("no")\nA()';

for (const { backend, probe } of backends) {
  const { name } = backend;
  if (!probe.ok) {
    describe.skip(`a last expression in ${name} (skipped: ${probe.reason})`, () => undefined);
    continue;
  }
  describe(`a last expression in ${name}`, () => {
    let session: SandboxSession;
    beforeAll(async () => {
      session = await backend.open();
    });
    afterAll(() => session.close());

    const run = async (...cells: readonly string[]) => {
      let last = await session.execute('');
      for (const code of cells) last = await session.execute(code);
      return { last, next: await session.execute('print("alive")') };
    };

    it.each([
      ['a semicolon', '5;'],
      ['a semicolon and a comment', '5 ; # x'],
      ['a semicolon after a bracket', '(\n5\n);'],
      ['an annotation', 'x: int = 5'],
      ['a definition', 'def f():\n    return 5'],
    ])('is not shown with %s', async (_, code) => {
      expect((await run(code)).last).toMatchObject({ outcome: 'ok', value: null });
    });

    it.each([
      ['after lines with characters of several bytes', 'x = "äß中"\n"é"; (x)  # ;', "'äß中'"],
      ['that awaits', 'import asyncio\nasync def f():\n    return 4\nawait f()', '4'],
      ['that awaits a task of the same cell', taskCode, '9'],
      ['that is a lone text', '"""doc"""', "'doc'"],
      [
        'with the text of its class',
        'class A:\n    def __repr__(self):\n        return "<A>"\nA()',
        '<A>',
      ],
      [
        'whose text cannot be made',
        failingRepr,
        '<A object, whose text could not be made: ValueError>',
      ],
      [
        'whose text is no text',
        'class A:\n    def __repr__(self):\n        return 5\nA()',
        '<A object, whose text could not be made: TypeError>',
      ],
      [
        'of a class that the cell makes a dataclass',
        'import dataclasses\n@dataclasses.dataclass\nclass D:\n    n: int\nD(2)',
        'D(n=2)',
      ],
      ['that is a very large number', '1 << 100_000', '<integer of 100001 bits>'],
      ['in many brackets', `${'('.repeat(60)}5${')'.repeat(60)}`, '5'],
      ['after a long sum', Array(800).fill('1').join('+'), '800'],
    ])('is shown %s', async (_, code, value) => {
      expect((await run(code)).last).toMatchObject({ outcome: 'ok', value });
    });

    it('leaves no name behind', async () => {
      const { last } = await run('5', 'sorted(n for n in globals() if "value" in n)');
      expect(last.value).toBe('[]');
    });

    it('counts as its cell where its text takes for ever', async () => {
      await session.execute('kept = 1');
      const endless =
        'class A:\n    def __repr__(self):\n        while True:\n            pass\nA()';
      const last = await session.execute(endless, { timeoutMs: 500 });
      const next = await session.execute('print("alive")');
      expect(last).toMatchObject({ outcome: 'timeout', value: null });
      expect(next).toMatchObject({ stdout: 'alive\n' });
      expect(Object.keys(next.locals)).toContain('kept');
    });

    it('ends the run where its text calls FINAL', async () => {
      const { last } = await run('class A:\n    def __repr__(self):\n        FINAL("x")\nA()');
      expect(last).toMatchObject({ finalOutput: { type: 'direct', answer: 'x' }, value: null });
    });

    it('prints where its text prints', async () => {
      const code = 'class A:\n    def __repr__(self):\n        print("p")\n        return "A"\nA()';
      expect((await run(code)).last).toMatchObject({ stdout: 'p\n', value: 'A' });
    });

    it('points at its line where it fails', async () => {
      const { last } = await run('x = 1\n\nx / 0');
      expect(last.error?.traceback).toContain('line 3');
      expect(last.error?.traceback).toContain('x / 0');
    });
  });
}
