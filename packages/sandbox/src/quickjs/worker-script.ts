import { Worker, type WorkerOptions } from 'node:worker_threads';

import type { WorkerStart } from './worker/protocol.js';

/**
 * Runs the worker's script from V8's code cache if there is one: parsing and compiling it takes a quarter of the time
 * in which a session opens.
 */
const bootstrap = `
const { Script } = require('node:vm');
const { workerData } = require('node:worker_threads');
const { source, cache } = workerData.script;
const script = new Script('(function (require, module, exports, host) {' + source + '\\n})', {
  filename: 'quickjs-worker.cjs',
  cachedData: cache,
});
const scope = { exports: {} };
script.runInThisContext()(require, scope, scope.exports, {
  codeCache: () => script.createCachedData(),
});
`;

/** Starts the workers of one backend, the later ones from the code that the first has compiled. */
export interface WorkerScript {
  start(workerData: Omit<WorkerStart, 'script'>, options: WorkerOptions): Worker;
  /** Keeps the code that the first worker has compiled. */
  keep(cache: Uint8Array): void;
}

/** Makes a {@link WorkerScript} of the worker's source. */
export function createWorkerScript(workerSource: string): WorkerScript {
  let cache: Uint8Array | undefined;
  return {
    start(workerData, options) {
      const start: WorkerStart = { ...workerData, script: { source: workerSource, cache } };
      return new Worker(bootstrap, { ...options, eval: true, workerData: start });
    },
    keep(compiled) {
      cache ??= compiled;
    },
  };
}
