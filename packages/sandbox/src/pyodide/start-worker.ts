import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { WorkerStart } from './protocol.js';
import type { PyodideSources } from './sources.js';

const stackSizeMb = 64;
const heapSizeMb = 384;

/** Where a worker finds its interpreter. */
export interface WorkerPlace {
  /** Folder of the package `pyodide`. */
  readonly folder: string;
  readonly sources: PyodideSources;
}

/** Starts a worker, which loads the interpreter's modules at once. */
export function startWorker(
  { folder, sources }: WorkerPlace,
  start: Pick<WorkerStart, 'controlWords' | 'inbox' | 'boot'>,
): Worker {
  const urlOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const workerData: WorkerStart = {
    ...start,
    entryUrl: urlOf('pyodide.mjs'),
    loadedUrl: urlOf('pyodide.asm.mjs'),
    folder: join(folder, '/'),
  };
  // Its output is not read: reading would keep the host process alive, and the guest cannot write any.
  return new Worker(sources.worker, {
    eval: true,
    workerData,
    transferList: start.inbox === undefined ? [] : [start.inbox],
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapSizeMb, stackSizeMb },
  });
}
