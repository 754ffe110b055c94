import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { median, rounds, time } from './timing.mjs';

/** What this machine takes for things that no backend can be quicker than, in milliseconds. */
export async function calibrate() {
  const spawned = (command, ...args) =>
    time(() => {
      spawnSync(command, args);
    });
  const source =
    'const { parentPort } = require("node:worker_threads"); parentPort.on("message", (value) => parentPort.postMessage(value));';
  const starts = [];
  let trips;
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const worker = new Worker(source, { eval: true });
    const trip = async () => {
      const answered = once(worker, 'message');
      worker.postMessage(1);
      await answered;
    };
    await trip();
    starts.push(performance.now() - startedAt);
    trips ??= await time(trip, 1_000);
    await worker.terminate();
  }
  const bytes = Buffer.alloc(100e6, 1);
  return {
    'start of `node -e 0`': await spawned(process.execPath, '-e', '0'),
    'start of `python3 -c 0`': await spawned('python3', '-c', '0'),
    'start of an empty worker to its first answer': median(starts),
    'message to a worker and back': trips,
    'copy of 100 MB': await time(() => {
      Buffer.from(bytes);
    }),
    'a loop of 10 million additions': await time(() => {
      let sum = 0;
      for (let index = 0; index < 1e7; index++) sum += index % 7;
      return sum;
    }),
  };
}
