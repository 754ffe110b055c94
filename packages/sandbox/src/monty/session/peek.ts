import type { WorkerEvent } from '../protocol/events.js';
import { abortFeed, dump, load, reset } from '../protocol/requests.js';
import { type MontyWorker, WorkerGone } from '../protocol/worker.js';

/** The result of looking inside a suspended run, and the way back into it. */
export interface Peek<Seen> {
  readonly seen: Seen;
  /** Goes back: the worker repeats the event that suspended it. Without this call, the run stays aborted. */
  readonly goBack: () => Promise<WorkerEvent>;
}

/**
 * Reads variables while a call is suspended, which the worker does not offer. It dumps the worker's state, aborts the
 * run and reads the variables. If the run must go on, it loads the dump again.
 */
export async function peek<Seen>(
  worker: MontyWorker,
  look: () => Promise<Seen>,
): Promise<Peek<Seen>> {
  const dumped = await worker.request(dump);
  if (dumped.kind !== 'dump') throw new WorkerGone('the worker gave no dump');
  await worker.request(abortFeed('looking'));
  const seen = await look();
  return {
    seen,
    goBack: async () => {
      await worker.request(reset);
      return worker.request(load(dumped.state));
    },
  };
}
