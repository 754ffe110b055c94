import { REPLVariable } from '@rlm/repl-types';

import type { LifecycleTable } from './stage.js';

/** How a result lists the variables: short data by value, everything else by description. */
export const localsCases: LifecycleTable = {
  async 'a result gives short data as it is'({ open, expect, code }) {
    const session = await open();
    const { locals } = await session.execute(
      code({
        python: 'n = 5\nt = "a\\"😀"\nrows = [{"a": [1, None, True, 1.5]}]\nnone = None',
        javascript: 'const n = 5, t = "a\\"😀", rows = [{ a: [1, null, true, 1.5] }], none = null',
      }),
    );
    const rows = [{ a: [1, null, true, 1.5] }];
    expect(locals).toEqual({ n: 5, t: 'a"😀', rows, none: null });
  },

  async 'a result describes what is long or no data'({ open, expect, code }) {
    const session = await open();
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
};
