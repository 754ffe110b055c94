import { Worker } from 'node:worker_threads';

import {
  createSandbox,
  type Child,
  type ChildExit,
  type ChildOptions,
  type SandboxBackend,
} from '@rlm/sandbox';

/** Starts a child in a worker thread, and carries frames to and from it. The session of `@rlm/sandbox` does all else. */
function spawn({ onFrame, ...options }: ChildOptions): Child {
  const { functions, dialects, acceptsNull, limits, seed } = options;
  const worker = new Worker(new URL('guest.mjs', import.meta.url), {
    workerData: { functions, dialects, acceptsNull, limits, seed },
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 2 ** 20) },
  });
  worker.on('message', onFrame);
  const exited = new Promise<ChildExit>((resolve) => {
    worker.on('error', (error: Error & { code?: string }) => {
      const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed';
      resolve({ kind, reason: error.message });
    });
    worker.on('exit', (code) => {
      resolve({ kind: 'crashed', reason: `the worker ended with ${code}` });
    });
  });
  return {
    send: (frame) => {
      worker.postMessage(frame);
    },
    // A cell that never waits does not see this: then the session kills the child, and starts another.
    stop: () => {
      worker.postMessage({ type: 'stop' });
    },
    async kill() {
      await worker.terminate();
    },
    exited,
  };
}

/**
 * Runs JavaScript of models that you trust: node:vm keeps names apart, and keeps nobody out. `require: 'wasm'` therefore refuses it.
 */
export const nodeVm = (): SandboxBackend =>
  createSandbox({
    name: 'node-vm',
    language: 'javascript',
    isolation: 'vm',
    instructions: () =>
      'JavaScript of Node.js, with top-level await. Begin lines that declare variables with const, let or var: later blocks see them. There are no modules.',
    spawn,
  });
