import type { SandboxSession } from '../../src/index.js';
import { descendants, type ProcessMark } from './process-tree.js';

/** Computes for a tenth of a second or so. */
const compute = {
  python: 'for _ in range(2_000_000): pass',
  javascript: 'for (let i = 0; i < 3_000_000; i++);',
};

/** The process in which the cells of a session run: the one that computes while they do. Linux only. */
export async function childOf(session: SandboxSession): Promise<ProcessMark> {
  const before = new Map((await descendants(process.pid)).map(({ pid, ticks }) => [pid, ticks]));
  for (let round = 0; round < 100; round += 1) {
    const { error } = await session.execute(compute[session.language]);
    if (error !== undefined) throw new Error(error.message);
    const grown = (await descendants(process.pid))
      .map((child) => ({ child, ticks: child.ticks - (before.get(child.pid) ?? 0) }))
      .sort((one, other) => other.ticks - one.ticks);
    const [first, second] = grown;
    // Another may just have started: it computes for a while.
    if (first !== undefined && first.ticks > 20 + 3 * (second?.ticks ?? 0)) return first.child;
  }
  throw new Error('no process computes for the session alone');
}

/** Sends a signal to the children of this process in which sessions run: those that have started none themselves. */
export async function killChildren(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const all = await descendants(process.pid);
  const parents = new Set(all.map(({ parent }) => parent));
  for (const { pid } of all) if (!parents.has(pid)) process.kill(pid, signal);
}
