import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import { createQuickJSRecipe } from './recipe.js';

/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a worker thread: the default for JavaScript. No file, no network,
 * no clock, no object of the host can be reached; memory has a hard maximum; a cell is stopped uncatchably and its
 * variables stay.
 *
 * Needs the peer dependency `quickjs-wasi` 3.6.2.
 */
export function quickjs(): SandboxBackend {
  return defineBackend(createQuickJSRecipe());
}
