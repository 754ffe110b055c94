import { beforeAll, expect, it } from 'vitest';

import { unsafeCpython } from '../../src/cpython/index.js';
import { describeWhere } from '../support/describe-where.js';
import { openPython } from './support/open-python.js';

const endless = 'class R:\n  def __repr__(self):\n    while True: pass\nr = R()';

beforeAll(async () => {
  await (await openPython()).close();
});

const backends = [
  { name: 'pyodide', open: openPython, probe: { ok: true } as const },
  {
    name: 'cpython',
    open: () => unsafeCpython().open({ limits: { memoryBytes: 2 ** 29 } }),
    probe: await unsafeCpython().probe(),
  },
];

for (const { name, open, probe } of backends) {
  describeWhere(probe, `a variable whose text form never ends, in ${name}`, () => {
    it('does not hold up the cells', async () => {
      const session = await open();
      try {
        expect((await session.execute(endless, { timeoutMs: 60_000 })).outcome).toBe('ok');
        expect(await session.execute('print(1)', { timeoutMs: 60_000 })).toMatchObject({
          outcome: 'ok',
          stdout: '1\n',
        });
      } finally {
        await session.close();
      }
    });

    it('stops with its cell, if that gives it as the answer', async () => {
      const session = await open();
      try {
        const code = `kept = 5\n${endless}\nFINAL(r)`;
        expect(await session.execute(code, { timeoutMs: 500 })).toMatchObject({
          outcome: 'timeout',
          session: 'kept',
        });
        expect((await session.execute('kept')).value).toBe('5');
      } finally {
        await session.close();
      }
    });

    it('is described without a word of its own', async () => {
      const session = await open();
      try {
        const code = 'class P:\n  def __str__(self): return "a point"\np = P()';
        const { locals } = await session.execute(code);
        expect(JSON.stringify(locals)).toContain('<P object>');
        expect(await session.variables()).toContainEqual(
          expect.objectContaining({ name: 'p', preview: '<P object>' }),
        );
      } finally {
        await session.close();
      }
    });
  });
}
