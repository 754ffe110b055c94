import { beginCell } from './begin-cell.js';
import { assignX, codeOf, endless, printX, type LifecycleCase } from './lifecycle-case.js';

/** A cell that changes a variable, calls the host, and goes on for ever. */
const stopped = {
  python: `x = 6\nbegun()\n${endless.python}`,
  javascript: `x = 6\nawait begun()\n${endless.javascript}`,
};
const assign = { python: 'x = 5', javascript: 'var x = 5' };
const fail = { python: 'missing_name_of_nobody', javascript: 'missing_name_of_nobody' };

/** Taking back a cell that was stopped from outside. */
export const undoCases: readonly LifecycleCase[] = [
  {
    name: 'undo brings the session back to before a cell that was stopped',
    async check(stage) {
      const { code, expect } = stage;
      const { session } = await beginCell(stage, {
        python: 'begun()',
        javascript: 'await begun()',
      });
      await session.execute(code(assign));
      const running = session.execute(code(stopped), { timeoutMs: 150 });
      expect((await running).outcome).toBe('timeout');
      await session.set('y', 7);
      expect(['restored', 'replayed', 'kept']).toContain(String(await session.undo?.()));
      expect((await session.execute(code(printX), { preflight: false })).stdout).toBe('5\n');
      expect(await session.get('y')).toBe(7);
      const { error } = await session.execute(code(fail), { preflight: false });
      expect(error?.traceback).toContain('cell 4');
      await session.close();
    },
  },
  {
    name: 'undo is refused where the last cell was not stopped',
    async check({ session, expect, code }) {
      const undo = (): Promise<unknown> => Promise.resolve(session.undo?.());
      expect(await codeOf(undo())).toBe('unsupported');
      await session.execute(code(assignX));
      expect(await codeOf(undo())).toBe('unsupported');
      expect((await session.execute(code(printX))).stdout).toBe('5\n');
    },
  },
  {
    name: 'the time of cells is that in which they compute',
    async check({ session, expect, code }) {
      expect(session.guestMs).toBe(0);
      await session.execute(code({ python: 'slow(150)', javascript: 'await slow(150)' }));
      const waited = session.guestMs ?? NaN;
      await session.execute(code(endless), { timeoutMs: 100 });
      const computed = (session.guestMs ?? NaN) - waited;
      expect(waited < computed && computed >= 90).toBe(true);
    },
  },
];
