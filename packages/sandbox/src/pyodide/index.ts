import type { Backend } from '../contract/backend.js';
import type { SandboxBackend } from '../contract/session.js';
import { createSandbox } from '../session/create-sandbox.js';
import { toldDiagnostics } from '../session/told-diagnostics.js';
import { createBackend } from './backend.js';
import { cacheFolderOf, type PyodideOptions, requireOptions } from './options.js';

/** Different diagnostics that a backend passes on. */
const maxTold = 100;

/** What every `pyodide()` without options is made of, by the folder of its snapshot. */
const plain = new Map<string | undefined, Backend>();

/**
 * Python in a sealed WebAssembly interpreter (CPython 3.14 with its standard library), each session in a process of its own.
 * Needs the peer dependency `pyodide`.
 *
 * @example
 * const session = await pyodide().open({ functions: { llm_query: async (prompt: string) => ask(prompt) } });
 * const result = await session.execute('print(6 * 7)');
 */
export function pyodide(options: PyodideOptions = {}): SandboxBackend {
  requireOptions(options);
  const { packageFolder, cacheFolder, node, onDiagnostic } = options;
  if ([packageFolder, cacheFolder, node, onDiagnostic].some((value) => value !== undefined)) {
    return createSandbox(backendOf(options), options);
  }
  const folder = cacheFolderOf(options);
  const backend = plain.get(folder) ?? backendOf(options);
  plain.set(folder, backend);
  return createSandbox(backend, options);
}

function backendOf(options: PyodideOptions): Backend {
  const onDiagnostic = toldDiagnostics('pyodide', options.onDiagnostic);
  const told = new Set<string>();
  return createBackend(options, (diagnostic) => {
    if (told.size >= maxTold || told.has(diagnostic.message)) return;
    told.add(diagnostic.message);
    onDiagnostic(diagnostic);
  });
}

// Types that the signatures above use.
export type { BaseDiagnostic } from './base.js';
export type { PyodideDiagnostic, PyodideOptions } from './options.js';
