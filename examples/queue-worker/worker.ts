import { bullmqQueue } from '@rlm/journal/bullmq';

import { connection, store, work } from './queue.js';

// Start as many of these as you like. If one is killed, another goes on with its runs.
const queue = await bullmqQueue({
  connection,
  store,
  lockMs: 5_000,
  concurrency: 4,
  start(journal, spec) {
    console.log(`works on ${journal.runId}`);
    const run = work(journal, spec);
    void run.result.then(({ finishReason, answer }) => {
      console.log(`${run.id}: ${answer ?? finishReason}`);
    });
    return run;
  },
  onDiagnostic: ({ message }) => {
    console.error(message);
  },
});
console.log('waits for runs');

// Ctrl-C: runs under way are given back, and go on elsewhere.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void queue.close().then(() => store.close()));
}
