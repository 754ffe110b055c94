import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';

import { cpython } from '../../src/cpython/index.js';
import { python } from '../pyodide/support/open-python.js';
import { describeWhere } from '../support/describe-where.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();

for (const backend of [python, cpython()]) {
  describeWhere(await backend.probe(), `the look at a cell on ${backend.name}`, () => {
    let shared: SandboxSession;
    beforeAll(async () => {
      shared = await backend.open();
    });
    afterAll(() => shared.close());

    it('names the name that was meant, and looks into what runs in every case', async () => {
      const { refused, error } = await shared.execute('[sqaure for x in pirnt]');
      expect([refused, error?.message]).toEqual([
        true,
        expect.stringContaining("Did you mean: 'print'?"),
      ]);
    });

    it.each([
      ['a name that a function sets', 'def f():\n    global g1\n    g1 = 1\nf()\nprint(g1)'],
      ['a name that a comprehension sets', '[w1 := x for x in [1]]\nprint(w1)'],
      ['a star import', 'from string import  *\nprint(len(digits) and 1)'],
      ['a name in `try`', 'try:\n    nowhere\nexcept NameError:\n    print(1)'],
      ['a name in the second part of a condition', 'if 1 or nowhere: print(1)'],
      ['a name in a function', 'def g2(): return nowhere\nprint(1)'],
      ['a name behind a FINAL in a function', 'def e(): FINAL(1)\nprint(1)\ne()\nnowhere'],
      ['a method of that name', 'class K:\n    def sort(self, key): print(1)\nK().sort(key=K)'],
    ])('lets run what may be right: %s', async (_, code) => {
      const session = await openOn(backend);
      expect(await session.execute(code)).toMatchObject({ refused: false, stdout: '1\n' });
    });

    it.each(['n = globals()\nn["late"] = 1', 'n = exec\nn("late = 1")'])(
      'lets run what a variable may set that holds all names, or runs code: %s',
      async (code) => {
        const session = await openOn(backend);
        const [keep = '', use = ''] = code.split('\n');
        await session.execute(keep);
        expect(await session.execute(`${use}\nprint(late)`)).toMatchObject({ stdout: '1\n' });
        expect(await session.execute('FINAL_VAR("late")')).toMatchObject({ outcome: 'final' });
        await session.execute('n = None');
        expect(await session.execute('nowhere')).toMatchObject({ refused: true });
      },
    );

    it('knows that a function of an earlier cell may end the run, and is silent if nobody wants it', async () => {
      const session = await openOn(backend);
      await session.execute('def done(): FINAL("done")');
      const { finalOutput } = await session.execute('done()\nprint(nowhere)');
      expect(finalOutput).toMatchObject({ answer: 'done' });
      const blind = await shared.execute('print(math.pi)', { preflight: false });
      expect(blind).toMatchObject({ outcome: 'error', refused: false, diagnostics: [] });
    });
  });

  describeWhere(await backend.probe(), `a hint on ${backend.name}`, () => {
    it('names the place of a file that a variable holds', async () => {
      const session = await openOn(backend);
      await session.set('context', { 'notes/a.csv': 'id\n1\n' });
      const { error, stderr } = await session.execute('open("notes/a.csv").read()');
      const hint = `(hint: there are no files of yours here; the text is context['notes/a.csv'])`;
      expect(error?.message).toContain(hint);
      expect(`${stderr}${error?.traceback ?? ''}`.split(hint)).toHaveLength(2);
    });

    it('mends a gather that was made for the loop of another cell', async () => {
      const session = await openOn(backend, { functions: { llm_query: () => 'a' } });
      const code = 'import asyncio\nasyncio.run(asyncio.gather(asyncio.to_thread(llm_query, "a")))';
      expect((await session.execute(code)).error?.message).toContain('await asyncio.gather(...)');
    });
  });
}
