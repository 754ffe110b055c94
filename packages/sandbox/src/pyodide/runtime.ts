import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import { reserveBytes } from '../python/memory-reserve.js';
import { capWasmMemory } from '../wasm/cap-memory.js';
import { type BootImages, createBootImages, type BootImageDiagnostic } from './boot-images.js';
import { openImage, readImage, type KeptImage } from './kept-image.js';
import { readPyodide } from './locate.js';
import { control, type WorkerStart } from './protocol.js';
import type { PyodideSources } from './sources.js';

/** The data that differs between two workers. */
type SessionStart = Pick<
  WorkerStart,
  'module' | 'memoryBytes' | 'bootImage' | 'controlWords' | 'inbox'
>;

/** Everything that the sessions of one installation share: the interpreter's bytes and the boot image. */
export interface Runtime {
  readonly bootImages: BootImages;
  /** Identifies the interpreter, the driver and the boot image. Makes the boot image if there is none. */
  build(): Promise<string>;
  /** The interpreter, compiled with a memory of at most this size, and the driver's reserve. */
  moduleFor(memoryBytes: number): Promise<WebAssembly.Module>;
  /** A new worker with the interpreter in it. */
  startWorker(start: SessionStart): Worker;
}

/** The location of a runtime and of its kept files. */
export interface RuntimeOptions {
  /** Folder of the package `pyodide`. */
  readonly folder: string;
  /** Folder in which the boot image is kept between processes; undefined: nowhere. */
  readonly cacheFolder: string | undefined;
  /**
   * The descriptor from which the kept boot image is read, if the host has looked at it already; null if the host has found none.
   * Default: it is looked for in the folder.
   */
  readonly descriptor?: number | null;
  readonly onDiagnostic: (diagnostic: BootImageDiagnostic) => void;
  readonly sources: PyodideSources;
}

/** The path of the boot image of these sources. Its digest identifies the interpreter that it belongs to. */
export function imagePath(cacheFolder: string, version: string, sources: PyodideSources): string {
  const hash = createHash('sha256').update(version).update(sources.worker);
  const name = hash.update(JSON.stringify(sources.guest)).digest('hex').slice(0, 32);
  return join(cacheFolder, `python-${name}.image`);
}

async function readKept(
  path: string | undefined,
  recipe: string,
  descriptor: number | null | undefined,
): Promise<KeptImage> {
  if (descriptor === null || path === undefined) return { state: 'absent' };
  if (descriptor !== undefined) {
    return readImage(descriptor, recipe).finally(() => {
      closeSync(descriptor);
    });
  }
  const opened = await openImage(path);
  if (opened.state !== 'open') return opened;
  try {
    return await readImage(opened.file.fd, recipe);
  } finally {
    await opened.file.close();
  }
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
      compiled = WebAssembly.compile(
        capWasmMemory(wasm, memoryBytes, reserveBytes) as BufferSource,
      );
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
  const path = cacheFolder && imagePath(cacheFolder, version, sources);
  const bootImages = createBootImages({
    path,
    recipe,
    readKept: () => readKept(path, recipe, options.descriptor),
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
