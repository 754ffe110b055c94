import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SandboxError } from '../contract/errors.js';
import { requireHere } from '../host/require-here.js';

/** The version of Pyodide whose internals the seal knows. */
export const pyodideVersion = '314.0.7';

/**
 * Finds the folder of the peer dependency `pyodide`, and refuses another version than {@link pyodideVersion}.
 *
 * @throws SandboxError with code `backend_unavailable`, which says what to install.
 */
export function locatePyodide(folder?: string): string {
  const found = folder ?? resolveFolder();
  const version = readVersion(found);
  if (version === pyodideVersion) return found;
  throw new SandboxError(
    'backend_unavailable',
    `the Python sandbox needs pyodide ${pyodideVersion} exactly, found ${version ?? 'none'} in ${found}; ` +
      `run: npm install pyodide@${pyodideVersion}`,
    { details: { backend: 'pyodide', expected: pyodideVersion, version } },
  );
}

function resolveFolder(): string {
  try {
    return dirname(requireHere().resolve('pyodide/package.json'));
  } catch (cause) {
    throw new SandboxError(
      'backend_unavailable',
      `the Python sandbox needs the package pyodide; run: npm install pyodide@${pyodideVersion}`,
      { details: { backend: 'pyodide' }, cause },
    );
  }
}

function readVersion(folder: string): string | undefined {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version?: string }).version;
  } catch {
    return undefined;
  }
}
