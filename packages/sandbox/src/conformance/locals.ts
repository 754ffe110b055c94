import { REPLVariable } from '@rlm/repl-types';

import type { LifecycleCase } from './lifecycle-case.js';

const manyTexts = {
  python: Array.from({ length: 40 }, (_, index) => `v${index} = "x" * 1900`).join('\n'),
  javascript: Array.from({ length: 40 }, (_, i) => `const v${i} = "x".repeat(1900)`).join('\n'),
};

/** How a result lists the variables: short data by value, everything else by description. */
export const localsCases: readonly LifecycleCase[] = [
  {
    name: 'a result gives short data as it is',
    in: 'cleared',
    async check({ session, expect, code }) {
      const { locals } = await session.execute(
        code({
          python: 'n = 5\nt = "a\\"😀"\nrows = [{"a": [1, None, True, 1.5]}]\nnone = None',
          javascript:
            'const n = 5, t = "a\\"😀", rows = [{ a: [1, null, true, 1.5] }], none = null',
        }),
      );
      const rows = [{ a: [1, null, true, 1.5] }];
      expect(locals).toEqual({ n: 5, t: 'a"😀', rows, none: null });
    },
  },
  {
    name: 'a result describes what is long or no data',
    in: 'cleared',
    async check({ session, expect, code }) {
      const { locals } = await session.execute(
        code({
          python:
            'def f():\n    return 1\nlong = "y" * 3000\nitems = [1] * 5000\nnan = float("nan")\nhuge = 10 ** 30',
          javascript:
            'function f() { return 1 }\nconst long = "y".repeat(3000), items = new Array(5000).fill(1), nan = NaN, huge = 10n ** 30n',
        }),
      );
      const described = Object.entries(locals).map(([name, local]) => [
        name,
        local instanceof REPLVariable,
      ]);
      const names = ['f', 'huge', 'items', 'long', 'nan'];
      expect(described.sort()).toEqual(names.map((name) => [name, true]));
      const { long } = locals;
      expect(long instanceof REPLVariable && long.totalLength).toBe(3000);
      expect(long instanceof REPLVariable && long.preview.slice(0, 3)).toBe('yyy');
    },
  },
  {
    name: 'a result gives values of 64 kB in all, and describes the rest',
    in: 'cleared',
    async check({ session, expect, code }) {
      const { locals } = await session.execute(code(manyTexts));
      const all = Object.values(locals);
      const values = all.filter((local) => typeof local === 'string');
      expect([all.length, values.length]).toEqual([40, 34]);
    },
  },
];
