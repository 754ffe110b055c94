import { pathToFileURL } from 'node:url';

import { SandboxError } from '../contract/errors.js';
import { requireHere } from '../host/require-here.js';

/** Where the peer dependency is installed. */
export interface QuickJSLocation {
  readonly libraryUrl: string;
  readonly wasmPath: string;
}

/**
 * Finds quickjs-wasi, as seen from this package.
 *
 * @throws SandboxError `backend_unavailable`, saying what to install
 */
export function locateQuickJS(): QuickJSLocation {
  try {
    const wasmPath = requireHere().resolve('quickjs-wasi/quickjs.wasm');
    const libraryUrl = new URL('dist/index.js', pathToFileURL(wasmPath)).href;
    return { libraryUrl, wasmPath };
  } catch (cause) {
    throw new SandboxError(
      'backend_unavailable',
      'quickjs() needs the package quickjs-wasi: npm install quickjs-wasi@3.6.2',
      { cause },
    );
  }
}
