import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import type { WorkerBoot, WorkerStart } from '../protocol.js';
import type { BuiltinModules } from './remove-builtins.js';
import type { Seal } from './seal.js';

/** The parts of Emscripten's file system that the worker uses. */
export interface FileSystem {
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: object): void;
  mkdev(path: string, mode: number, device: number): void;
  open(path: string, flags: number): { readonly fd: number };
  dupStream(stream: object, fd: number): { readonly fd: number };
  close(stream: object): void;
  unlink(path: string): void;
  readonly ErrnoError: new (errno: number) => Error;
}

/** The parts of a loaded Pyodide that the worker uses; some are its internals, hence the exact version. */
export interface Interpreter {
  readonly _module: BuiltinModules & {
    readonly FS: FileSystem;
    PyProxy_getPtr(proxy: unknown): number;
    /** Address of the countdown to the next look for a signal. */
    readonly __Py_emscripten_signal_clock: number;
    _PyObject_CallNoArgs(callable: number): number;
  };
  readonly globals: { get(name: string): unknown };
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
  setInterruptBuffer(buffer: Uint8Array): void;
  setStdin(options: object): void;
  setStdout(options: object): void;
  setStderr(options: object): void;
  unregisterJsModule(name: string): void;
}

/** A loaded interpreter with the handles that its imports and images need. */
export interface LoadedInterpreter {
  readonly interpreter: Interpreter;
  readonly memory: WebAssembly.Memory;
  readonly resizeHeap: (bytes: number) => unknown;
}

type InterpreterImports = WebAssembly.Imports & {
  readonly env: { readonly emscripten_resize_heap: LoadedInterpreter['resizeHeap'] };
};

type Instantiate = (
  source: unknown,
  imports?: WebAssembly.Imports,
) => Promise<{ instance: WebAssembly.Instance; module: WebAssembly.Module } | WebAssembly.Instance>;

const webAssembly = WebAssembly as unknown as {
  instantiateStreaming: unknown;
  instantiate: unknown;
};

/** Takes away ways to instantiate modules that are not sealed: before any module of the interpreter is loaded. */
export function closeWebAssembly(): void {
  for (const name of ['Suspending', 'promising', 'Suspender']) {
    Reflect.deleteProperty(webAssembly, name);
  }
  webAssembly.instantiateStreaming = undefined;
}

/**
 * The interpreter wants the addresses of 270 functions of OpenGL. Its JavaScript compiles a module for each, and none is ever
 * called: they get the address that no function has.
 */
function dropAddresses(imports: WebAssembly.Imports): void {
  const space = 'GOT.func';
  const addresses = imports[space] ?? {};
  const none = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
  imports[space] = new Proxy(addresses, {
    get: (_, name: string) => (name.startsWith('emscripten_gl') ? none : addresses[name]),
  });
}

/** The loader instantiates smaller modules too. */
function isInterpreter(imports: WebAssembly.Imports | undefined): imports is InterpreterImports {
  return imports?.['env']?.['emscripten_resize_heap'] !== undefined;
}

/** The loader reads this file only to have it instantiated, and gets no bytes: the interpreter is there, compiled. */
function leaveUnread(path: string): void {
  const { readFile } = promises;
  const read = (from: unknown, ...rest: never[]): unknown =>
    from === path ? Promise.resolve(Buffer.alloc(0)) : readFile(from as string, ...rest);
  Object.assign(promises, { readFile: read });
  syncBuiltinESMExports();
}

/** Loads stock Pyodide with its imports sealed, from the boot image if there is one. */
export async function loadInterpreter(
  start: Pick<WorkerStart, 'entryUrl' | 'folder'> & Pick<WorkerBoot, 'module' | 'bootImage'>,
  seal: Seal,
  onMemory: (memory: WebAssembly.Memory) => void,
): Promise<LoadedInterpreter> {
  const instantiate = Reflect.get(WebAssembly, 'instantiate') as unknown as Instantiate;
  let memory: WebAssembly.Memory | undefined;
  let resizeHeap: LoadedInterpreter['resizeHeap'] | undefined;
  webAssembly.instantiate = async (
    source: ArrayBuffer | WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => {
    if (seal.isLocked) throw new Error('nothing is instantiated in a sealed session');
    if (!isInterpreter(imports)) return instantiate(source, imports);
    dropAddresses(imports);
    seal.wrap(imports);
    resizeHeap = imports.env.emscripten_resize_heap;
    const instance = (await instantiate(start.module, imports)) as WebAssembly.Instance;
    ({ memory } = instance.exports as { memory: WebAssembly.Memory });
    onMemory(memory);
    return { instance, module: start.module };
  };
  leaveUnread(`${start.folder}pyodide.asm.wasm`);
  const { loadPyodide } = (await import(start.entryUrl)) as {
    readonly loadPyodide: (options: object) => Promise<Interpreter>;
  };
  const ignore = () => undefined;
  const interpreter = await loadPyodide({
    indexURL: start.folder,
    jsglobals: Object.create(null) as object,
    env: { HOME: '/home/pyodide', LANG: 'C.UTF-8', USER: 'guest', LOGNAME: 'guest', _: 'python' },
    stdout: ignore,
    stderr: ignore,
    ...(start.bootImage === undefined
      ? { _makeSnapshot: true }
      : { _loadSnapshot: new Uint8Array(start.bootImage) }),
  });
  if (memory === undefined || resizeHeap === undefined) {
    throw new Error('the interpreter was not instantiated through the seal');
  }
  return { interpreter, memory, resizeHeap };
}
