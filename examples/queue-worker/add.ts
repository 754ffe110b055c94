import { bullmqQueue } from '@rlm/journal/bullmq';

import { connection, store, work, type Job } from './queue.js';

// Without `start`, this process only adds runs.
const queue = await bullmqQueue({ connection, store });
const job: Job = { question: 'How many words?', text: process.argv[2] ?? 'the lamp is lit' };
const journal = await store.create({ spec: job });
await journal.close();
await queue.add(journal.runId);
console.log(`added ${journal.runId}`);
await queue.close();

/** How a run is now, whoever works on it. */
async function statusOf(id: string): Promise<string | undefined> {
  for await (const { runId, status } of store.list()) if (runId === id) return status;
  return undefined;
}

let status = await statusOf(journal.runId);
while (status === 'open' || status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  status = await statusOf(journal.runId);
}
// The result is in the journal: this asks no model.
const ended = await store.open(journal.runId, { readOnly: true });
const { answer, finishReason, stop } = await work(ended, job).result;
console.log(answer ?? `No answer (${finishReason}): ${stop?.message ?? ''}`);
await store.close();
