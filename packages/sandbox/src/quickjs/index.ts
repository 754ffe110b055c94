import { toldDiagnostics } from '../supervisor/told-diagnostics.js';
import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import { withProcess } from '../process/with-process.js';
import { remoteRecipe } from './remote-recipe.js';
import { readOptions, type QuickJSOptions } from './options.js';
import { createQuickJSRecipe } from './recipe.js';
import { sources } from './sources.js';

/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a worker thread: the default for JavaScript. Code cannot reach
 * files, the network, a clock or objects of the host. Memory has a hard maximum. A cell is stopped uncatchably and its
 * variables stay.
 *
 * Needs the interpreter of the peer dependency `quickjs-wasi`, which is found if it is installed, or passed as `wasm`.
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

// Types that the signatures above use.
export type { QuickJSOptions } from './options.js';
