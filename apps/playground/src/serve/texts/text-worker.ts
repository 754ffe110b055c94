import { parentPort, workerData } from 'node:worker_threads';

import { NoTextError, readTextBytes } from '../../texts/read-text-bytes.js';

/** What a thread is given to read. */
export interface WorkerTask {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What it came to: a text, or why there is none. */
export type WorkerResult = { readonly text: string } | { readonly problem: string };

const { name, bytes } = workerData as WorkerTask;
const result = await readTextBytes(name, bytes).then(
  (text): WorkerResult => ({ text }),
  (error: unknown): WorkerResult => {
    if (error instanceof NoTextError) return { problem: error.message };
    throw error;
  },
);
parentPort?.postMessage(result);
