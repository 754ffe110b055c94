import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import { capWasmMemory } from '../wasm/cap-memory.js';
import { type BootImages, createBootImages, type BootImageDiagnostic } from './boot-images.js';
import { readPyodide } from './locate.js';
import { control, type WorkerStart } from './protocol.js';
import type { PyodideSources } from './sources.js';

/** What differs between two workers. */
type SessionStart = Pick<WorkerStart, 'module' | 'bootImage' | 'controlWords' | 'inbox'>;

/** What all sessions of one installation share: the interpreter's bytes and the boot image. */
export interface Runtime {
  readonly bootImages: BootImages;
  /** Identifies the interpreter, the driver and the boot image, which is made for it where there is none. */
  build(): Promise<string>;
  /** The interpreter, compiled with a memory of at most so many bytes. */
  moduleFor(memoryBytes: number): Promise<WebAssembly.Module>;
  /** A new worker with the interpreter in it. */
  startWorker(start: SessionStart): Worker;
}

/** Where a runtime is found and kept. */
export interface RuntimeOptions {
  /** Folder of the package `pyodide`. */
  readonly folder: string;
  /** Folder in which the boot image is kept between processes; undefined: nowhere. */
  readonly cacheFolder: string | undefined;
  readonly onDiagnostic: (diagnostic: BootImageDiagnostic) => void;
  readonly sources: PyodideSources;
}

const stackSizeMb = 64;
const heapSizeMb = 384;

/** Prepares a runtime: reads the interpreter; the boot image is sought when a session starts. */
export async function prepareRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { sources } = options;
  const { folder, version } = readPyodide(options.folder);
  const wasm = await readFile(join(folder, 'pyodide.asm.wasm'));
  const recipe = createHash('sha256')
    .update(version)
    .update(wasm)
    .update(sources.worker)
    .update(JSON.stringify(sources.guest))
    .digest('hex');
  const modules = new Map<number, Promise<WebAssembly.Module>>();

  function moduleFor(memoryBytes: number): Promise<WebAssembly.Module> {
    let compiled = modules.get(memoryBytes);
    if (compiled === undefined) {
      compiled = WebAssembly.compile(capWasmMemory(wasm, memoryBytes) as BufferSource);
      modules.set(memoryBytes, compiled);
    }
    return compiled;
  }

  function startWorker(start: SessionStart): Worker {
    const workerData: WorkerStart = {
      ...start,
      entryUrl: pathToFileURL(join(folder, 'pyodide.mjs')).href,
      folder: join(folder, '/'),
      guestSources: start.bootImage === undefined ? sources.guest : [],
    };
    // Its output is not read: reading would keep the host process alive, and the guest cannot write any.
    return new Worker(sources.worker, {
      eval: true,
      workerData,
      transferList: start.inbox === undefined ? [] : [start.inbox],
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapSizeMb, stackSizeMb },
    });
  }

  const { cacheFolder, onDiagnostic } = options;
  const bootImages = createBootImages({
    path:
      cacheFolder === undefined
        ? undefined
        : join(cacheFolder, `python-${recipe.slice(0, 32)}.image`),
    startMaker: async () => {
      const controlWords = new SharedArrayBuffer(4 * control.length);
      return startWorker({ module: await WebAssembly.compile(wasm), controlWords });
    },
    onDiagnostic,
  });
  let build: Promise<string> | undefined;
  const describeBuild = async (): Promise<string> => {
    const image = new Uint8Array(await bootImages.image());
    return createHash('sha256').update(recipe).update(image).digest('hex');
  };
  return Object.freeze({
    bootImages,
    build() {
      build ??= describeBuild();
      build.catch(() => (build = undefined));
      return build;
    },
    moduleFor,
    startWorker,
  });
}
