import { parentPort, workerData } from 'node:worker_threads';

import type { WorkerResult, WorkerTask } from './apart/work-apart.js';

const task = workerData as WorkerTask;

/** Each kind of work loads what it needs, and no more. */
async function work(): Promise<WorkerResult> {
  if (task.kind === 'document') {
    const { NoTextError, TextTooLongError, readTextBytes } = await import('@rlm/files');
    return readTextBytes(task.name, task.bytes, task.maxCharacters).then(
      (text) => ({ text }),
      (error: unknown) => {
        if (error instanceof NoTextError)
          return { problem: error.message, isTooLong: error instanceof TextTooLongError };
        throw error;
      },
    );
  }
  const { LogProblem, logInPage } = await import('./export/log-in-page.js');
  return logInPage(task.bytes).then(
    (bytes) => ({ bytes }),
    (error: unknown) => {
      if (error instanceof LogProblem) return { problem: error.message };
      throw error;
    },
  );
}

const result = await work();
parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : []);
