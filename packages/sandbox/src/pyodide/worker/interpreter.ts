import type { ThreadHost } from '../../process/old/thread.js';
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

/** The parts of a loaded Pyodide that the worker uses. */
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
) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;

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

type Place = Pick<WorkerStart, 'entryUrl' | 'folder'> & Pick<ThreadHost, 'importModule'>;

/**
 * Loads stock Pyodide with its imports sealed.
 *
 * @param snapshot What {@link Interpreter.makeMemorySnapshot} gave: it continues from there. Undefined: it boots from scratch, and
 *   such a snapshot can be taken of it.
 */
export async function loadInterpreter(
  { entryUrl, folder, importModule }: Place,
  snapshot: WorkerBoot['bootImage'],
  seal: Seal,
  onMemory: (memory: WebAssembly.Memory) => void,
): Promise<LoadedInterpreter> {
  const instantiate = Reflect.get(WebAssembly, 'instantiate') as unknown as Instantiate;
  let memory: WebAssembly.Memory | undefined;
  let resizeHeap: LoadedInterpreter['resizeHeap'] | undefined;
  webAssembly.instantiate = async (source: BufferSource, imports?: WebAssembly.Imports) => {
    if (seal.isLocked) throw new Error('nothing is instantiated in a sealed session');
    if (!isInterpreter(imports)) return instantiate(source, imports);
    seal.wrap(imports);
    resizeHeap = imports.env.emscripten_resize_heap;
    const made = await instantiate(source, imports);
    ({ memory } = made.instance.exports as { memory: WebAssembly.Memory });
    onMemory(memory);
    return made;
  };
  const { loadPyodide } = (await importModule(entryUrl)) as {
    loadPyodide: (options: object) => Promise<Interpreter>;
  };
  const ignore = () => undefined;
  const interpreter = await loadPyodide({
    indexURL: folder,
    jsglobals: Object.create(null) as object,
    env: { HOME: '/home/pyodide', LANG: 'C.UTF-8', USER: 'guest', LOGNAME: 'guest', _: 'python' },
    stdout: ignore,
    stderr: ignore,
    _makeSnapshot: snapshot === undefined,
    _loadSnapshot: snapshot && new Uint8Array(snapshot),
  });
  if (memory === undefined || resizeHeap === undefined) {
    throw new Error('the interpreter was not instantiated through the seal');
  }
  return { interpreter, memory, resizeHeap };
}
