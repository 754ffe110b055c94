import { toldDiagnostics } from '../supervisor/told-diagnostics.js';
import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import { withProcess } from '../process/with-process.js';
import { remoteRecipe } from './remote-recipe.js';
import { readOptions, type QuickJSOptions } from './options.js';
import { createQuickJSRecipe } from './recipe.js';
import { sources } from './sources.js';

/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a worker thread: the default for JavaScript. No file, no network,
 * no clock, no object of the host can be reached; memory has a hard maximum; a cell is stopped uncatchably and its
 * variables stay.
 *
 * Needs the interpreter of the peer dependency `quickjs-wasi`: found where it is installed, or given as `wasm`.
 */
export function quickjs(options: QuickJSOptions = {}): SandboxBackend {
  const wasm = readOptions(options);
  const recipe = createQuickJSRecipe(wasm, sources);
  return defineBackend(
    withProcess(recipe, remoteRecipe(wasm), {
      mode: options.process,
      onDiagnostic: toldDiagnostics('quickjs', options.onDiagnostic),
    }),
  );
}

// What the signatures above name.
export type { QuickJSOptions } from './options.js';
