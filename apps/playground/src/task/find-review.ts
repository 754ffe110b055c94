import type { Runs } from '../runs/runs.js';

/** The key of the review that a task waits for, or undefined. */
export async function findReview({ store }: Runs, runId: string): Promise<string | undefined> {
  const waits = new Set<string>();
  for await (const line of store.read(runId)) {
    // A key is path/step/kind/hash.
    if (line.t === 'wait' && line.key.includes('/review/')) waits.add(line.key);
    if (line.t === 'effect') waits.delete(line.key);
  }
  return [...waits].at(-1);
}
