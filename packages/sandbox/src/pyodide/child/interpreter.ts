import { setFlagsFromString } from 'node:v8';

import type { ScriptHost } from '../../process/inside/bootstrap.js';
import type { PyodideStart } from '../start.js';
import { nothing, putSnapshot, type Snapshot } from './memory-snapshot.js';
import type { BuiltinModules } from './remove-builtins.js';
import type { Seal } from './seal.js';

/** The parts of Emscripten's file system that the child uses. */
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

/** The parts of a loaded Pyodide that the child uses. */
export interface Interpreter {
  readonly _module: BuiltinModules & {
    readonly FS: FileSystem;
    /** Address of the countdown to the next look for a signal. */
    readonly __Py_emscripten_signal_clock: number;
    _PyObject_CallNoArgs(callable: number): number;
  };
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
  setInterruptBuffer(buffer: Uint8Array): void;
  setStdin(options: object): void;
  setStdout(options: object): void;
  setStderr(options: object): void;
  unregisterJsModule(name: string): void;
}

/** A loaded interpreter with the handles that its imports and snapshots need. */
export interface LoadedInterpreter {
  readonly interpreter: Interpreter;
  readonly memory: WebAssembly.Memory;
  readonly resizeHeap: (bytes: number) => unknown;
}

type InterpreterImports = WebAssembly.Imports & {
  readonly env: { readonly emscripten_resize_heap: LoadedInterpreter['resizeHeap'] };
};

type Instantiate = (
  source: WebAssembly.Module | BufferSource,
  imports?: WebAssembly.Imports,
) => Promise<WebAssembly.Instance>;

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

/** The loader instantiates smaller modules too. */
function isInterpreter(imports: WebAssembly.Imports | undefined): imports is InterpreterImports {
  return imports?.['env']?.['emscripten_resize_heap'] !== undefined;
}

type Place = Pick<PyodideStart, 'entryUrl' | 'folder'> & Pick<ScriptHost, 'importModule'>;

/**
 * Loads stock Pyodide with its imports sealed.
 *
 * @param base What `makeBase` gave: it continues from there. Undefined: it boots from scratch, and a base can be made of it.
 */
export async function loadInterpreter(
  { entryUrl, folder, importModule }: Place,
  base: Snapshot | undefined,
  seal: Seal,
  onMemory: (memory: WebAssembly.Memory) => void,
): Promise<LoadedInterpreter> {
  const instantiate = Reflect.get(WebAssembly, 'instantiate') as unknown as Instantiate;
  let memory: WebAssembly.Memory | undefined;
  let resizeHeap: LoadedInterpreter['resizeHeap'] | undefined;
  webAssembly.instantiate = async (
    source: Uint8Array<ArrayBuffer>,
    imports?: WebAssembly.Imports,
  ) => {
    if (seal.isLocked) throw new Error('nothing is instantiated in a sealed session');
    if (!isInterpreter(imports)) return instantiate(source, imports);
    seal.wrap(imports);
    resizeHeap = imports.env.emscripten_resize_heap;
    const module = compileLazily(source);
    // V8 has a copy, and would collect these ten megabytes late.
    structuredClone(source.buffer, { transfer: [source.buffer] });
    const instance = await instantiate(module, imports);
    ({ memory } = instance.exports as { memory: WebAssembly.Memory });
    onMemory(memory);
    return { instance, module };
  };
  const handles = () => {
    if (memory !== undefined && resizeHeap !== undefined) return { memory, resizeHeap };
    throw new Error('the interpreter was not instantiated through the seal');
  };
  const { loadPyodide } = (await importModule(entryUrl)) as {
    loadPyodide: (options: object) => Promise<Interpreter>;
  };
  const assembly = (await importModule(new URL('pyodide.asm.mjs', entryUrl).href)) as {
    default: (settings: object) => Promise<object>;
  };
  const ignore = () => undefined;
  const interpreter = await loadPyodide({
    indexURL: folder,
    jsglobals: Object.create(null) as object,
    env: { HOME: '/home/pyodide', LANG: 'C.UTF-8', USER: 'guest', LOGNAME: 'guest', _: 'python' },
    stdout: ignore,
    stderr: ignore,
    _makeSnapshot: base === undefined,
    // A snapshot of Pyodide without its memory, which is put in place when it would put its own.
    _loadSnapshot: base?.state,
    async createPyodideModule(settings: object) {
      const module = await assembly.default(settings);
      if (base !== undefined) restoreMemory(handles(), base, nothing);
      return module;
    },
  });
  return { interpreter, ...handles() };
}

/**
 * Compiles the interpreter. Its functions are checked when they are first used, which is one in ten of 15,000. Only this module is compiled
 * so: Pyodide finds out what V8 can do by small ones that may be invalid.
 */
function compileLazily(source: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  setFlagsFromString('--wasm-lazy-validation');
  const module = new WebAssembly.Module(source);
  setFlagsFromString('--no-wasm-lazy-validation');
  return module;
}

/** Makes an interpreter's memory what a snapshot of a base holds, and as large as it needs. */
export function restoreMemory(
  { memory, resizeHeap }: Omit<LoadedInterpreter, 'interpreter'>,
  base: Snapshot,
  snapshot: Snapshot,
): void {
  const needed = Math.max(base.memoryBytes, snapshot.memoryBytes);
  if (memory.buffer.byteLength < needed && !resizeHeap(needed)) {
    throw new Error(
      `the snapshot needs ${needed} bytes of memory, which is over the session's limit`,
    );
  }
  putSnapshot(new Uint8Array(memory.buffer), base, snapshot);
}
