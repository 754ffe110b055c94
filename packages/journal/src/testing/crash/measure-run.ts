import type { Tally } from './tally.js';
import { WatchedRun } from './watched-run.js';
import type { KillMoment } from './worker.js';
import type { WorkerPool } from './worker-pool.js';

/** How long a run takes from a moment on, in milliseconds. */
type RunLengths = Readonly<Record<KillMoment['from'], number>>;

/** How long a run takes if it is not killed, in a process that has made one before. */
export async function measureRun(
  pool: WorkerPool,
  tally: Tally,
  folder: string,
): Promise<RunLengths> {
  const lengths = { asked: 0, called: 0 };
  for (const runId of ['clean-0', 'clean-1']) {
    const run = new WatchedRun(folder, runId);
    const askedAt = Date.now();
    const end = await run.drive(pool);
    lengths.asked = Date.now() - askedAt;
    lengths.called = Date.now() - ((await run.firstCallAt()) ?? askedAt);
    await run.judge(pool, tally, end);
  }
  return lengths;
}
