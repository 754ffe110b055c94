import { open, readFile } from 'node:fs/promises';
import { messageOf } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import { findInstalled, type InstalledFile } from '../host/find-installed.js';
import { unavailable } from '../host/unavailable.js';
import type { WasmSource } from './options.js';

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
 * @throws SandboxError `backend_unavailable`: what it looked for, where, and what to do
 */
export function locateInterpreter(wasm: Exclude<WasmSource, { kind: 'bytes' }>): string {
  return wasm.kind === 'file' ? wasm.path : findInstalled(installed);
}

/** The interpreter's bytes. @throws SandboxError `backend_unavailable` */
export async function readInterpreter(wasm: WasmSource): Promise<Uint8Array> {
  if (wasm.kind === 'bytes') return wasm.bytes;
  return reading(() => readFile(locateInterpreter(wasm)));
}

/** Looks whether the interpreter can be read, by its first bytes. @throws SandboxError `backend_unavailable` */
export async function checkInterpreter(wasm: WasmSource): Promise<void> {
  if (wasm.kind === 'bytes') requireWasm(wasm.bytes, 'the bytes given as `wasm`');
  else {
    const path = locateInterpreter(wasm);
    requireWasm(await reading(() => readStart(path)), path);
  }
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const start = new Uint8Array(magic.length);
    await file.read(start);
    return start;
  } finally {
    await file.close();
  }
}

async function reading(read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await read();
  } catch (cause) {
    if (SandboxError.isInstance(cause)) throw cause;
    const reason = messageOf(cause);
    throw unavailable(`quickjs() could not read its interpreter: ${reason}`, hint, cause);
  }
}

function requireWasm(bytes: Uint8Array, name: string): void {
  if (magic.every((byte, index) => bytes[index] === byte)) return;
  throw unavailable(
    `quickjs() needs its interpreter, and there is no WebAssembly in ${name}`,
    hint,
  );
}
