import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import type { QuickJSOptions } from './options.js';
import { createQuickJSRecipe } from './recipe.js';

export type { QuickJSOptions } from './options.js';

/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a worker thread: the default for JavaScript. No file, no network,
 * no clock, no object of the host can be reached; memory has a hard maximum; a cell is stopped uncatchably and its
 * variables stay.
 *
 * Needs the interpreter of the peer dependency `quickjs-wasi`: found where it is installed, or given as `wasm`.
 */
export function quickjs(options: QuickJSOptions = {}): SandboxBackend {
  return defineBackend(createQuickJSRecipe(options));
}
