import type { SandboxBackend } from '../contract/session.js';
import { defineBackend } from '../supervisor/define-backend.js';
import { pyodideRecipe, type PyodideOptions } from './recipe.js';

export type { PyodideDiagnostic } from './boot-images.js';
export type { PyodideOptions } from './recipe.js';

/**
 * Python in a sealed WebAssembly interpreter (CPython 3.14 with its standard library), in a worker thread.
 * Needs the peer dependency `pyodide`.
 *
 * @example
 * const session = await pyodide().open({ functions: { llm_query: async (prompt: string) => ask(prompt) } });
 * const result = await session.execute('print(6 * 7)');
 */
export function pyodide(options: PyodideOptions = {}): SandboxBackend {
  return defineBackend(pyodideRecipe(options));
}
