import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';

import { startThread, type ThreadRoom, type ThreadScript } from '../process/old/thread.js';
import type { WorkerStart } from './protocol.js';
import type { PyodideSources } from './sources.js';

/** The memory of each worker, besides the interpreter's. */
export const workerRoom: ThreadRoom = { stackSizeMb: 64, maxOldGenerationSizeMb: 384 };

/** Where a worker finds its interpreter. */
export interface WorkerPlace {
  /** Folder of the package `pyodide`. */
  readonly folder: string;
  readonly sources: PyodideSources;
  /** Takes a thread that was started with {@link workerRoom} and waits for its script, if there is one. Default: there is none. */
  readonly takeThread?: (() => Worker | undefined) | undefined;
}

/** Starts a worker, which loads the interpreter's modules at once. */
export function startWorker(
  { folder, sources, takeThread }: WorkerPlace,
  start: Pick<WorkerStart, 'controlWords' | 'inbox' | 'boot'>,
): Worker {
  const data: WorkerStart = {
    ...start,
    entryUrl: pathToFileURL(join(folder, 'pyodide.mjs')).href,
    folder: join(folder, '/'),
  };
  // Its output is not read: reading would keep the host process alive, and the guest cannot write any.
  const worker = takeThread?.() ?? startThread(workerRoom);
  const script: ThreadScript = { source: sources.worker, data };
  worker.postMessage(script, start.inbox === undefined ? [] : [start.inbox]);
  return worker;
}
