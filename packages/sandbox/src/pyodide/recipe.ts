import { refuseOption } from '@rlm/repl-types/internal';
import { probeFailure } from '../host/unavailable.js';
import type { EngineRecipe } from '../contract/engine.js';
import { whileWanted } from '../supervisor/while-wanted.js';
import { startEngine } from './engine.js';
import { instructions } from './instructions.js';
import { readPyodide } from './locate.js';
import type { RuntimeOptions } from './runtime.js';
import { sharedRuntime } from './shared-runtime.js';

/** The least memory with which the interpreter and its library can start, in bytes. */
const leastMemoryBytes: number = 64 * 1024 * 1024;

/** The source of a recipe's runtime; the folder is looked up when it is needed. */
export interface RecipeOptions extends Omit<RuntimeOptions, 'folder'> {
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
    instructions,
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
      const { memoryBytes } = start.limits;
      if (memoryBytes < leastMemoryBytes) {
        throw refuseOption({
          option: 'limits.memoryBytes',
          problem: `expected a number from ${leastMemoryBytes} for Python, got ${memoryBytes}`,
        });
      }
      return startEngine(await whileWanted(start.abortSignal, runtime(), () => undefined), start);
    },
  };
}
