import { Worker } from 'node:worker_threads';

import { isPacked, NoTextError, readTextBytes } from '../../texts/read-text-bytes.js';
import { ProblemError } from '../http/problem.js';
import type { WorkerResult, WorkerTask } from './text-worker.js';

/** Gives the text of a file. Throws {@link NoTextError}. */
export type ReadTextBytes = typeof readTextBytes;

/** What reading one document may take. */
interface ApartLimits {
  readonly timeoutMs: number;
  /** Of memory, by which the whole process may grow meanwhile. */
  readonly mostBytes: number;
  /** Of documents that wait for their turn. */
  readonly mostWaiting: number;
}

const usualLimits: ApartLimits = { timeoutMs: 30_000, mostBytes: 1.5 * 2 ** 30, mostWaiting: 8 };

/** How often the memory of the process is looked at. */
const lookEveryMs = 100;

/**
 * Reads documents in a thread of its own, one at a time: a small PDF or DOCX can unpack to more than there is memory, or take an hour,
 * and everybody else would wait for it.
 *
 * @param worker The built `text-worker`.
 */
export function readApart(worker: URL, limits: Partial<ApartLimits> = {}): ReadTextBytes {
  const { mostWaiting, ...bounds } = { ...usualLimits, ...limits };
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (name, bytes) => {
    if (!isPacked(bytes)) return readTextBytes(name, bytes);
    if (waiting >= mostWaiting) {
      throw new ProblemError('busy', 'other documents are being read: try again in a while', {
        'Retry-After': '5',
      });
    }
    waiting += 1;
    const reading = last.then(() => readInThread(worker, { name, bytes }, bounds));
    last = reading.catch(() => undefined);
    return reading.finally(() => {
      waiting -= 1;
    });
  };
}

async function readInThread(
  file: URL,
  task: WorkerTask,
  { timeoutMs, mostBytes }: Omit<ApartLimits, 'mostWaiting'>,
): Promise<string> {
  const { name } = task;
  const before = process.memoryUsage.rss();
  const thread = new Worker(file, {
    workerData: task,
    // The thread runs what was built, whatever this process was started with.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostBytes / 2 ** 20 },
  });
  const late = setTimeout(() => {
    end(`it takes longer than ${timeoutMs / 1_000} seconds`);
  }, timeoutMs);
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > mostBytes) end('it takes too much memory');
  }, lookEveryMs);
  let end: (reason: string) => void = () => undefined;
  try {
    const result = await new Promise<WorkerResult>((resolve, reject) => {
      end = (reason) => {
        resolve({ problem: `${name}: the document is not read: ${reason}` });
      };
      thread.once('message', resolve);
      thread.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') end('it takes too much memory');
        else reject(error);
      });
    });
    if ('text' in result) return result.text;
    throw new NoTextError(result.problem);
  } finally {
    clearTimeout(late);
    clearInterval(look);
    await thread.terminate();
  }
}
