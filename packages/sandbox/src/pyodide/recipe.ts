import { callable, checkOptions, fields, rule } from '@rlm/repl-types/options';

import { probeFailure } from '../host/unavailable.js';
import type { EngineRecipe } from '../supervisor/engine.js';
import { refuseOption } from '../supervisor/refuse-option.js';
import type { PyodideDiagnostic } from './boot-images.js';
import { startEngine } from './engine.js';
import { instructions } from './instructions.js';
import { locatePyodide } from './locate.js';
import { sharedRuntime } from './shared-runtime.js';

/** Options of the Python backend. */
export interface PyodideOptions {
  /** Folder of the package `pyodide`; default: resolved as an import would be. */
  readonly packageFolder?: string;
  /**
   * Folder in which the boot image (32 MB) is kept, so that only the first process boots anew. Default: `rlm-sandbox` in
   * the user's own folder for caches (`XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`, `LOCALAPPDATA`). It is made for
   * this user alone; one that belongs to another, or that others may write to, is not used. `false`: nothing is kept.
   */
  readonly cacheFolder?: string | false;
  /** Hears why a kept boot image was not used, or could not be kept; either only costs time. Default: nobody. */
  readonly onDiagnostic?: (diagnostic: PyodideDiagnostic) => void;
}

/** The least memory with which the interpreter and its library can start, in bytes. */
const leastMemoryBytes: number = 64 * 1024 * 1024;

/** The engine recipe of `pyodide()`. */
export function pyodideRecipe(options: PyodideOptions = {}): EngineRecipe {
  const folder = rule("a folder's path", (value) => typeof value === 'string' && value !== '');
  const rules = fields<PyodideOptions>({
    packageFolder: folder,
    cacheFolder: rule(
      "a folder's path, or false",
      (value) => value === false || (typeof value === 'string' && value !== ''),
    ),
    onDiagnostic: callable,
  });
  checkOptions(options, rules, refuseOption);
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
        return Promise.resolve(probeFailure(error));
      }
    },
    build: async () => (await runtime()).build(),
    async start(start) {
      const { memoryBytes } = start.limits;
      if (memoryBytes < leastMemoryBytes) {
        throw refuseOption({
          option: 'limits.memoryBytes',
          problem: `expected a number from ${leastMemoryBytes} for Python, got ${memoryBytes}`,
        });
      }
      return startEngine(await runtime(), start);
    },
  };
}
