import { Worker } from 'node:worker_threads';

import { ProblemError } from '../http/problem.js';

/** What a thread is given to do. */
export type WorkerTask =
  /** Its text is wanted, if it has at most this number of characters. */
  | {
      readonly kind: 'document';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly maxCharacters: number;
    }
  /** The log of a run, as JSON inside a page. */
  | { readonly kind: 'log'; readonly bytes: Uint8Array };

/** The result, or why there is no result. */
export type WorkerResult =
  | { readonly text: string }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: string; readonly isTooLong?: boolean };

/** Does something in a thread of its own. Throws {@link TooMuchWork}, and a problem where too much waits. */
export type WorkApart = (task: WorkerTask) => Promise<WorkerResult>;

/** What one piece of work may take. */
export interface ApartLimits {
  readonly timeoutMs: number;
  /** Of memory, by which the whole process may grow meanwhile. */
  readonly maxBytes: number;
  /** Of pieces that wait for their turn. */
  readonly maxWaiting: number;
}

/** A piece of work takes more than it may. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

const usualLimits: ApartLimits = { timeoutMs: 30_000, maxBytes: 1.5 * 2 ** 30, maxWaiting: 8 };

/** How often the memory of the process is looked at. */
const lookEveryMs = 100;

/**
 * Works in a thread of its own, at one thing at a time: what takes long, or much memory, is no matter of those who ask something else
 * meanwhile.
 *
 * @param worker The built `apart-worker`.
 */
export function workApart(worker: URL, limits: Partial<ApartLimits> = {}): WorkApart {
  const { maxWaiting, ...bounds } = { ...usualLimits, ...limits };
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (task) => {
    if (waiting >= maxWaiting) {
      throw new ProblemError('busy', 'other files are being read: try again later', {
        'Retry-After': '5',
      });
    }
    waiting += 1;
    const working = last.then(() => workInThread(worker, task, bounds));
    last = working.catch(() => undefined);
    return working.finally(() => {
      waiting -= 1;
    });
  };
}

async function workInThread(
  file: URL,
  task: WorkerTask,
  { timeoutMs, maxBytes }: Omit<ApartLimits, 'maxWaiting'>,
): Promise<WorkerResult> {
  const before = process.memoryUsage.rss();
  const thread = new Worker(file, {
    workerData: task,
    // The thread runs what was built, whatever this process was started with.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxBytes / 2 ** 20 },
  });
  const late = setTimeout(() => {
    end(`it takes longer than ${timeoutMs / 1_000} seconds`);
  }, timeoutMs);
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > maxBytes) end('it takes too much memory');
  }, lookEveryMs);
  let end: (reason: string) => void = () => undefined;
  try {
    return await new Promise<WorkerResult>((resolve, reject) => {
      end = (reason) => {
        reject(new TooMuchWork(reason));
      };
      thread.once('message', resolve);
      thread.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end('it takes too much memory');
        else reject(error);
      });
    });
  } finally {
    clearTimeout(late);
    clearInterval(look);
    await thread.terminate();
  }
}
