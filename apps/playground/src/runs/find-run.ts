import type { RunStore } from '@rlm/journal';

/** A run as its store lists it. */
export type KeptRun = ReturnType<RunStore['list']> extends AsyncIterable<infer Info> ? Info : never;

/** A run of a store, by its id, or undefined. */
export async function findRun(store: RunStore, runId: string): Promise<KeptRun | undefined> {
  for await (const run of store.list()) if (run.runId === runId) return run;
  return undefined;
}
