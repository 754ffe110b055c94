import { toldDiagnostics } from '../supervisor/told-diagnostics.js';
import type { EngineRecipe } from '../process/old/engine.js';
import type { SandboxBackend } from '../contract/session.js';
import { createSandbox } from '../supervisor/create-sandbox.js';
import { childrenOf } from '../process/old/children-of.js';
import { hasNoOption } from '../process/old/has-no-option.js';
import { withProcess } from '../process/old/with-process.js';
import { locatePyodide } from './locate.js';
import {
  cacheFolderOf,
  requireOptions,
  type PyodideDiagnostic,
  type PyodideOptions,
} from './options.js';
import { pyodideRecipe } from './recipe.js';
import { remoteRecipe } from './remote-recipe.js';
import { sources } from './sources.js';

/** What a session takes in bytes, of ten. */
const sessionBytes = 110 * 2 ** 20;

/** Different diagnostics that a backend passes on: a process that was taken over could make up any number. */
const maxTold = 100;

/** What every `pyodide()` without options is made of, by the folder of its boot image. */
const plain = new Map<string | undefined, EngineRecipe>();

/**
 * Python in a sealed WebAssembly interpreter (CPython 3.14 with its standard library), in a worker thread.
 * Needs the peer dependency `pyodide`. Sessions of all backends without options share one process, so that a server may
 * write `pyodide()` for each run.
 *
 * @example
 * const session = await pyodide().open({ functions: { llm_query: async (prompt: string) => ask(prompt) } });
 * const result = await session.execute('print(6 * 7)');
 */
export function pyodide(options: PyodideOptions = {}): SandboxBackend {
  if (!hasNoOption(options))
    return createSandbox(childrenOf(placedRecipe(options), sessionBytes), options);
  const folder = cacheFolderOf(options);
  const recipe = plain.get(folder) ?? placedRecipe(options);
  plain.set(folder, recipe);
  return createSandbox(childrenOf(recipe, sessionBytes), options);
}

function placedRecipe(options: PyodideOptions): EngineRecipe {
  requireOptions(options);
  const onDiagnostic = toldDiagnostics('pyodide', options.onDiagnostic);
  const told = new Set<string>();
  const tell = (diagnostic: PyodideDiagnostic): void => {
    if (told.size >= maxTold || told.has(diagnostic.message)) return;
    told.add(diagnostic.message);
    onDiagnostic(diagnostic);
  };
  const remote = remoteRecipe(options, tell);
  const recipe = pyodideRecipe({
    folder: () => locatePyodide(options.packageFolder).folder,
    cacheFolder: cacheFolderOf(options),
    sources,
    onDiagnostic,
  });
  return withProcess(recipe, remote, {
    mode: options.process,
    onDiagnostic,
    onRemoteDiagnostic(given, buildPlain) {
      const diagnostic = given as PyodideDiagnostic;
      if (diagnostic.code === 'boot_image_ignored') remote.refuseImage();
      // An isolated process in which guests have run can keep nothing: one that is not, in which none runs, does it.
      if (diagnostic.code === 'boot_image_not_kept' && buildPlain !== undefined) {
        buildPlain().catch(() => undefined);
      } else tell(diagnostic);
    },
  });
}

// Types that the signatures above use.
export type { BootImageDiagnostic } from './boot-images.js';
export type { PyodideDiagnostic, PyodideOptions } from './options.js';
