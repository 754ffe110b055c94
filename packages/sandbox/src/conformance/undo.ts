import { codeOf, endless, printX, type LifecycleCase } from './lifecycle-case.js';

/** A cell that changes a variable, calls the host, and goes on for ever. */
const stopped = {
  python: `x = 6\nllm_query("q")\n${endless.python}`,
  javascript: `x = 6\nawait llm_query("q")\n${endless.javascript}`,
};
const assign = { python: 'x = 5', javascript: 'var x = 5' };
const fail = { python: 'missing_name_of_nobody', javascript: 'missing_name_of_nobody' };

/** Taking back a cell that was stopped from outside. */
export const undoCases: readonly LifecycleCase[] = [
  {
    name: 'undo brings the session back to before a cell that was stopped, and takes back no other',
    async check({ session, expect, code }) {
      const undo = (): Promise<unknown> => Promise.resolve(session.undo?.());
      await session.execute(code(assign));
      expect(await codeOf(undo())).toBe('unsupported');
      const running = session.execute(code(stopped), { timeoutMs: 150 });
      expect((await running).outcome).toBe('timeout');
      await session.set('y', 7);
      expect(['restored', 'replayed', 'kept']).toContain(String(await undo()));
      expect((await session.execute(code(printX), { preflight: false })).stdout).toBe('5\n');
      expect(await session.get('y')).toBe(7);
      const { error } = await session.execute(code(fail), { preflight: false });
      expect(error?.traceback).toContain('cell 3');
    },
  },
];
