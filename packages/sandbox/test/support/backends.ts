import { cpython } from '../../src/cpython/index.js';
import type { SandboxBackend } from '../../src/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';

/**
 * The backends that run code: tests that are about each of them take them from here. `npm test` runs the first of a
 * language, heavy tests the others too.
 */
export const backends: readonly (() => SandboxBackend)[] = [quickjs, pyodide, cpython];
