import type { LifecycleCase } from './lifecycle-case.js';

/** Helpers and functions of the host of the same name. */
export const helperNameCases: readonly LifecycleCase[] = [
  {
    name: 'a function of the host may have the name of a helper, and comes before it',
    needs: 'helpers',
    async check({ backend, code, expect }) {
      const session = await backend.open({ functions: { lines: () => 'of the host' } });
      const cell = { python: 'print(lines("a"))', javascript: 'print(await lines("a"))' };
      expect((await session.execute(code(cell))).stdout).toBe('of the host\n');
      await session.close();
    },
  },
];
