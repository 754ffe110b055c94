import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findInstalled, type InstalledFile } from '../host/find-installed.js';
import { unavailable } from '../host/unavailable.js';

/** The versions of Pyodide that are supported: those with this Python. */
const range = '^314.0.0';
const supported = '314.';

const install = `npm install pyodide@${range}`;

/** The file that locates the peer dependency: its folder is passed to its loader. */
const manifest: InstalledFile = {
  backend: 'pyodide()',
  specifier: 'pyodide/package.json',
  hint: `if the package is not installed: ${install}; in a bundle, or if files were moved after the build, pass the package's folder: pyodide({ packageFolder: '/path/of/pyodide' })`,
};

/** The files that the interpreter needs, besides the manifest. */
const needed = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
] as const;

/** Where Pyodide is, and which one. */
export interface PyodidePackage {
  readonly folder: string;
  readonly version: string;
}

/**
 * Finds the peer dependency `pyodide`, and refuses versions other than {@link range}.
 *
 * @throws SandboxError with code `backend_unavailable`: what it looked for, where, and what to do.
 */
export function locatePyodide(given?: string): PyodidePackage {
  return readPyodide(given ?? dirname(findInstalled(manifest)));
}

/** The package in a folder. @throws SandboxError with code `backend_unavailable` */
function readPyodide(folder: string): PyodidePackage {
  const version = readVersion(folder);
  if (version === undefined) {
    throw unavailable(
      `pyodide() found no package.json of pyodide in ${folder}`,
      `packageFolder names the whole folder of the package, as made by ${install}`,
    );
  }
  if (!version.startsWith(supported)) {
    throw unavailable(`pyodide() needs pyodide ${range}, and ${folder} holds ${version}`, install);
  }
  const missing = needed.filter((file) => !existsSync(join(folder, file)));
  if (missing.length === 0) return { folder, version };
  throw unavailable(
    `pyodide() found no ${missing.join(', ')} in ${folder}`,
    `copy the whole folder of the package, or ${install}`,
  );
}

function readVersion(folder: string): string | undefined {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(text) as { name?: string; version?: string };
    return name === 'pyodide' ? version : undefined;
  } catch {
    return undefined;
  }
}
