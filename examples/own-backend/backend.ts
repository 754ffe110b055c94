import { Worker } from 'node:worker_threads';

import type { SandboxBackend } from '@rlm/sandbox';
import { defineBackend, type Engine, type EngineStart } from '@rlm/sandbox/engine';

/** Starts a guest in a worker thread, and carries frames to and from it. The supervisor of `@rlm/sandbox` does all else. */
async function start({ functions, limits, events }: EngineStart): Promise<Engine> {
  const worker = new Worker(new URL('guest.mjs', import.meta.url), {
    workerData: { functions },
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 2 ** 20) },
  });
  let isGone = false;
  const leave = (kind: 'killed' | 'crashed' | 'memory', reason: string): void => {
    if (isGone) return;
    isGone = true;
    events.onExit({ kind, reason });
  };
  worker.on('message', (frame) => {
    events.onFrame(frame);
  });
  worker.on('error', (error: Error & { code?: string }) => {
    leave(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed', error.message);
  });
  worker.on('exit', (code) => {
    leave('crashed', `the worker ended with ${code}`);
  });
  await new Promise((resolve, reject) => {
    worker.once('online', resolve);
    worker.once('error', reject);
  });

  return {
    send: (frame) => {
      if (!isGone) worker.postMessage(frame);
    },
    // A cell that never waits does not see this: then the supervisor kills the guest, and starts another.
    interrupt: () => {
      worker.postMessage({ type: 'interrupt' });
    },
    async kill() {
      leave('killed', 'closed');
      await worker.terminate();
    },
  };
}

/**
 * Runs JavaScript of models that you trust: node:vm keeps names apart, and keeps nobody out. `require: 'wasm'` therefore refuses it.
 */
export const nodeVm = (): SandboxBackend =>
  defineBackend({
    name: 'node-vm',
    language: 'javascript',
    isolation: 'vm',
    capabilities: { snapshot: false, survivesTimeout: false, concurrentCalls: true },
    instructions: () =>
      'JavaScript of Node.js, with top-level await. Begin lines that declare variables with const, let or var: later blocks see them. There are no modules.',
    probe: () => Promise.resolve({ ok: true }),
    start,
  });
