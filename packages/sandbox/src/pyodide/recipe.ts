import { SandboxError } from '../contract/errors.js';
import type { EngineRecipe } from '../supervisor/engine.js';
import { startEngine } from './engine.js';
import { instructions } from './instructions.js';
import { locatePyodide, pyodideVersion } from './locate.js';
import { sharedRuntime } from './shared-runtime.js';

/** Options of the Python backend. */
export interface PyodideOptions {
  /** Folder of the package `pyodide`; default: resolved as an import would be. */
  readonly packageFolder?: string;
  /**
   * Folder in which the boot image (32 MB) is kept, so that only the first process ever takes two seconds to make it.
   * Its content is trusted: nobody else may write there. Default: none, each process makes its own.
   */
  readonly cacheFolder?: string;
}

/** The least memory with which the interpreter and its library can start, in bytes. */
const leastMemoryBytes: number = 64 * 1024 * 1024;

/** The engine recipe of `pyodide()`. */
export function pyodideRecipe(options: PyodideOptions = {}): EngineRecipe {
  for (const name of ['packageFolder', 'cacheFolder'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && (typeof value !== 'string' || value === '')) {
      const found = JSON.stringify(value);
      throw new SandboxError(
        'invalid_option',
        `expected ${name} to be a folder's path, got ${found}`,
      );
    }
  }
  const runtime = () => sharedRuntime(options);
  return {
    name: 'pyodide',
    language: 'python',
    isolation: 'wasm',
    capabilities: { snapshot: true, survivesTimeout: true, concurrentCalls: false },
    instructions,
    probe() {
      try {
        locatePyodide(options.packageFolder);
        return Promise.resolve({ ok: true });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return Promise.resolve({
          ok: false,
          reason,
          hint: `npm install pyodide@${pyodideVersion}`,
        });
      }
    },
    build: async () => (await runtime()).build,
    async start(start) {
      const { memoryBytes } = start.limits;
      if (memoryBytes < leastMemoryBytes) {
        throw new SandboxError(
          'invalid_option',
          `expected limits.memoryBytes to be at least ${leastMemoryBytes} for Python, got ${memoryBytes}`,
        );
      }
      return startEngine(await runtime(), start);
    },
  };
}
