import { mismatch, refuseOption } from '@rlm/repl-types/internal';

import { probeFailure } from '../host/unavailable.js';
import type { EngineRecipe } from '../process/old/engine.js';
import type { SandboxLimits } from '../contract/limits.js';
import { startEngine } from './engine.js';
import { readPyodide } from './locate.js';
import type { RuntimeOptions } from './runtime.js';
import { sharedRuntime } from './shared-runtime.js';
import type { WorkerPlace } from './start-worker.js';

/** The least memory with which the interpreter and its library can start, in bytes. */
const leastMemoryBytes: number = 64 * 1024 * 1024;

/** The source of a recipe's runtime; the folder is looked up when it is needed. */
export interface RecipeOptions
  extends Omit<RuntimeOptions, 'folder'>, Pick<WorkerPlace, 'takeThread'> {
  /** The folder of the package `pyodide`. @throws SandboxError `backend_unavailable` */
  readonly folder: () => string;
}

/** The engine recipe of `pyodide()`. */
export function pyodideRecipe(options: RecipeOptions): EngineRecipe {
  const runtime = async () => sharedRuntime({ ...options, folder: options.folder() });
  return {
    name: 'pyodide',
    language: 'python',
    isolation: 'wasm',
    capabilities: {
      snapshot: true,
      survivesTimeout: true,
      concurrentCalls: false,
      helpers: true,
      preflight: true,
    },
    textMemory: { copies: 2, besideBytes: 0 },
    instructions,
    async find(limits) {
      findPyodide(options.folder, limits);
      await Promise.resolve();
    },
    probe() {
      try {
        readPyodide(options.folder());
        return Promise.resolve({ ok: true });
      } catch (error) {
        return Promise.resolve(probeFailure(error));
      }
    },
    async build() {
      const { bootImages, ...prepared } = await runtime();
      const identity = await prepared.build();
      await bootImages.kept();
      return identity;
    },
    async start(start) {
      start.abortSignal?.throwIfAborted();
      const { folder } = findPyodide(options.folder, start.limits);
      const { sources, takeThread } = options;
      const place = { folder, sources, takeThread };
      return startEngine(place, runtime, start);
    },
  };
}

/** Finds the package. Throws if it is not there, or if the limits are too low for it. */
function findPyodide(
  folder: () => string,
  { memoryBytes }: SandboxLimits,
): ReturnType<typeof readPyodide> {
  if (memoryBytes < leastMemoryBytes) {
    const expected = `a number from ${leastMemoryBytes} for Python`;
    throw refuseOption(mismatch('limits.memoryBytes', expected, memoryBytes));
  }
  return readPyodide(folder());
}

/** The facts that a model needs about this REPL, in a few lines of its prompt. */
function instructions(): string {
  return [
    'The REPL runs Python 3.14 with its standard library alone: no numpy or pandas, and nothing can be installed. Missing are modules for processes, networks, terminals and windows (subprocess, multiprocessing, socket, urllib.request, mailbox, tkinter ...); zoneinfo has no data (use datetime.timezone).',
    'Variables, functions, classes and imports stay. The value of a last expression is shown too, cut at 4,000 characters.',
    'Host functions (llm_query) block until they are answered, and may be awaited; a failed call raises HostCallError. llm_query_batched([...]) and asyncio.gather run queries at the same time.',
    'There is no network, no file of yours, no threads; the clock stands still while a block runs. asyncio.run and top-level await work.',
  ].join('\n');
}
