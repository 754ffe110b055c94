import { readFile } from 'node:fs/promises';
import { messageOf } from '@rlm/repl-types/internal';

import { findInstalled, type InstalledFile } from '../host/find-installed.js';
import { unavailable } from '../host/unavailable.js';
import type { Interpreter } from './options.js';

/** The one file that is needed of the dependency. */
const installed: InstalledFile = {
  backend: 'quickjs()',
  specifier: 'quickjs-wasi/quickjs.wasm',
  hint: "in a bundle, or if files were moved after the build, pass the file: quickjs({ wasm: '/path/of/quickjs.wasm' })",
};

const hint =
  "it is quickjs.wasm of the package quickjs-wasi: quickjs({ wasm: '/path/of/quickjs.wasm' })";
const magic = [0x00, 0x61, 0x73, 0x6d];

/**
 * The path of the interpreter, found here: imports are resolved in the host.
 *
 * @param path Default: the installed one.
 * @throws SandboxError `backend_unavailable`: what it looked for, where, and what to do
 */
export function locateInterpreter(path: string | undefined): string {
  return path ?? findInstalled(installed);
}

/** The interpreter's bytes. @throws SandboxError `backend_unavailable`, also if they are no WebAssembly */
export async function readInterpreter(wasm: Interpreter): Promise<Uint8Array> {
  if (wasm instanceof Uint8Array) return requireWasm(wasm, 'the bytes given as `wasm`');
  const path = locateInterpreter(wasm);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    const reason = messageOf(cause);
    throw unavailable(`quickjs() could not read its interpreter: ${reason}`, hint, cause);
  }
  return requireWasm(bytes, path);
}

function requireWasm(bytes: Uint8Array, name: string): Uint8Array {
  if (magic.every((byte, index) => bytes[index] === byte)) return bytes;
  throw unavailable(
    `quickjs() needs its interpreter, and there is no WebAssembly in ${name}`,
    hint,
  );
}
