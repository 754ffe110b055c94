import type { WorkerEvent } from '../protocol/events.js';
import { abortFeed, dump, load, reset } from '../protocol/requests.js';
import { type MontyWorker, WorkerGone } from '../protocol/worker.js';

/** What was seen inside a suspended run, and the way back into it. */
export interface Peek<Seen> {
  readonly seen: Seen;
  /** Goes back: the worker says again what it had suspended for. Without it, the run stays aborted. */
  readonly goBack: () => Promise<WorkerEvent>;
}

/**
 * Looks at variables while a call is suspended, which the worker does not offer: its state is dumped, the run
 * aborted, the look taken, and the dump loaded again if the run is to go on.
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
