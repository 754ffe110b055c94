import { readFile } from 'node:fs/promises';

import { capWasmMemory } from '../host/cap-wasm-memory.js';
import { locateQuickJS } from './locate.js';

/** The interpreter, compiled, with the memory that it may grow to. */
export type ModuleLoader = (memoryBytes: number) => Promise<WebAssembly.Module>;

/** Makes a loader that compiles once for each memory limit and keeps the modules. */
export function createModuleLoader(): ModuleLoader {
  const modules = new Map<number, Promise<WebAssembly.Module>>();
  return (memoryBytes) => {
    const known = modules.get(memoryBytes);
    if (known !== undefined) return known;
    const module = compile(memoryBytes);
    modules.set(memoryBytes, module);
    module.catch(() => modules.delete(memoryBytes));
    return module;
  };
}

async function compile(memoryBytes: number): Promise<WebAssembly.Module> {
  const bytes = await readFile(locateQuickJS().wasmPath);
  return WebAssembly.compile(capWasmMemory(bytes, memoryBytes) as Uint8Array<ArrayBuffer>);
}
