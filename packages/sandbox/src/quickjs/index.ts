import { toldDiagnostics } from '../supervisor/told-diagnostics.js';
import type { EngineRecipe } from '../contract/engine.js';
import type { SandboxBackend } from '../contract/session.js';
import { createSandbox } from '../supervisor/create-sandbox.js';
import { childrenOf } from '../supervisor/children-of.js';
import { hasNoOption } from '../process/has-no-option.js';
import { withProcess } from '../process/with-process.js';
import { remoteRecipe } from './remote-recipe.js';
import { readOptions, type QuickJSOptions } from './options.js';
import { createQuickJSRecipe } from './recipe.js';
import { sources } from './sources.js';

/** What every `quickjs()` without options is made of. */
let plain: EngineRecipe | undefined;

/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a worker thread: the default for JavaScript. Code cannot reach
 * files, the network, a clock or objects of the host. Memory has a hard maximum. A cell is stopped uncatchably and its
 * variables stay.
 *
 * The interpreter is a file of the dependency `quickjs-wasi`. In a bundle, which has no such file, it is passed as `wasm`.
 * Sessions of all backends without options share one process, so that a server may write `quickjs()` for each run.
 */
export function quickjs(options: QuickJSOptions = {}): SandboxBackend {
  const recipe = hasNoOption(options) ? (plain ??= placedRecipe({})) : placedRecipe(options);
  return createSandbox(childrenOf(recipe));
}

function placedRecipe(options: QuickJSOptions): EngineRecipe {
  const wasm = readOptions(options);
  return withProcess(createQuickJSRecipe(wasm, sources), remoteRecipe(wasm), {
    mode: options.process,
    onDiagnostic: toldDiagnostics('quickjs', options.onDiagnostic),
  });
}

// Types that the signatures above use.
export type { QuickJSOptions } from './options.js';
