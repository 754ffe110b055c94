import { parentPort, workerData } from 'node:worker_threads';

import { NoTextError, TextTooLongError, readTextBytes } from '@rlm/files';

import type { WorkerResult, WorkerTask } from './apart/work-apart.js';
import { LogProblem, logInPage } from './export/log-in-page.js';

const task = workerData as WorkerTask;

async function work(): Promise<WorkerResult> {
  if (task.kind === 'document') {
    return readTextBytes(task.name, task.bytes, task.maxCharacters).then(
      (text) => ({ text }),
      (error: unknown) => {
        if (error instanceof NoTextError)
          return { problem: error.message, isTooLong: error instanceof TextTooLongError };
        throw error;
      },
    );
  }
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
