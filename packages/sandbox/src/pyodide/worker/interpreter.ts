import { promises, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Script } from 'node:vm';

import type { ThreadHost } from '../../process/thread.js';
import type { WorkerBoot, WorkerStart } from '../protocol.js';
import { runsScripts } from '../runs-scripts.js';
import { interpreterScript, loaderScript } from './lean-script.js';
import { bootHeader, putBootMemory } from './memory-image.js';
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
  /** What it has booted with. */
  readonly boot: WorkerBoot;
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

/** Functions of OpenGL and of a browser's console. */
const unaddressed = /^emscripten_(?:gl|console_|out$|err$)/;

/**
 * The interpreter wants the addresses of 280 functions that it never calls. Its JavaScript compiles a module for each, after a walk
 * through its table of functions: they get the address that no function has.
 */
function dropAddresses(imports: WebAssembly.Imports): void {
  const space = 'GOT.func';
  const addresses = imports[space] ?? {};
  const none = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
  imports[space] = new Proxy(addresses, {
    get: (_, name: string) => (unaddressed.test(name) ? none : addresses[name]),
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

/** Pyodide's own module, and the settings from which it is made: they become it. */
interface PyodideModule {
  noInitialRun?: boolean;
  readonly HEAPU8: Uint8Array;
  readonly API: {
    readonly config: { _makeSnapshot?: boolean };
    restoreSnapshot: (image: Uint8Array) => unknown;
  };
}

type MakeModule = (settings: PyodideModule) => Promise<PyodideModule>;

type LoadPyodide = (options: object) => Promise<Interpreter>;

async function loadScripts({
  folder,
  entryUrl,
  loadedUrl,
  importModule,
}: Place): Promise<[LoadPyodide, MakeModule]> {
  if (!runsScripts) {
    const { loadPyodide } = (await importModule(entryUrl)) as { loadPyodide: LoadPyodide };
    const { default: makeModule } = (await importModule(loadedUrl)) as { default: MakeModule };
    return [loadPyodide, makeModule];
  }
  const run = (name: string, toScript: (text: string) => string): unknown => {
    const filename = `${folder}${name}`;
    return new Script(toScript(readFileSync(filename, 'utf8')), { filename }).runInThisContext();
  };
  return [
    run('pyodide.mjs', loaderScript) as LoadPyodide,
    run('pyodide.asm.mjs', (text) => interpreterScript(text, loadedUrl)) as MakeModule,
  ];
}

type Place = Pick<WorkerStart, 'entryUrl' | 'loadedUrl' | 'folder'> &
  Pick<ThreadHost, 'importModule'>;

/**
 * Loads stock Pyodide with its imports sealed, from the boot image if there is one. What it boots with is taken when it is
 * instantiated: its JavaScript has run that far by then. So the loader gets an empty image in any case, and the real one, or none, later.
 */
export async function loadInterpreter(
  place: Place,
  takeBoot: () => WorkerBoot,
  seal: Seal,
  onMemory: (memory: WebAssembly.Memory, boot: WorkerBoot) => void,
): Promise<LoadedInterpreter> {
  const instantiate = Reflect.get(WebAssembly, 'instantiate') as unknown as Instantiate;
  let memory: WebAssembly.Memory | undefined;
  let resizeHeap: LoadedInterpreter['resizeHeap'] | undefined;
  let boot: WorkerBoot | undefined;
  let onBoot: (boot: WorkerBoot) => void = () => undefined;
  webAssembly.instantiate = async (
    source: ArrayBuffer | WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => {
    if (seal.isLocked) throw new Error('nothing is instantiated in a sealed session');
    if (!isInterpreter(imports)) return instantiate(source, imports);
    dropAddresses(imports);
    boot = takeBoot();
    onBoot(boot);
    seal.wrap(imports);
    resizeHeap = imports.env.emscripten_resize_heap;
    const instance = (await instantiate(boot.module, imports)) as WebAssembly.Instance;
    ({ memory } = instance.exports as { memory: WebAssembly.Memory });
    onMemory(memory, boot);
    return { instance, module: boot.module };
  };
  leaveUnread(`${place.folder}pyodide.asm.wasm`);
  const [loadPyodide, makeModule] = await loadScripts(place);
  const createPyodideModule: MakeModule = async (settings) => {
    onBoot = ({ bootImage }) => {
      if (bootImage !== undefined) return;
      settings.noInitialRun = false;
      settings.API.config._makeSnapshot = true;
    };
    const module = await makeModule(settings);
    const restore = module.API.restoreSnapshot;
    module.API.restoreSnapshot = () => {
      const image = boot?.bootImage;
      if (image === undefined) return undefined;
      putBootMemory(image, module.HEAPU8);
      return restore(bootHeader(image));
    };
    return module;
  };
  const ignore = () => undefined;
  const interpreter = await loadPyodide({
    indexURL: place.folder,
    jsglobals: Object.create(null) as object,
    env: { HOME: '/home/pyodide', LANG: 'C.UTF-8', USER: 'guest', LOGNAME: 'guest', _: 'python' },
    stdout: ignore,
    stderr: ignore,
    createPyodideModule,
    _loadSnapshot: new Uint8Array(0),
  });
  if (boot === undefined || memory === undefined || resizeHeap === undefined) {
    throw new Error('the interpreter was not instantiated through the seal');
  }
  return { boot, interpreter, memory, resizeHeap };
}
