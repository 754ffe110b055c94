/// <reference path="../inline.d.ts" />
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import workerSource from 'inline:./worker/main.ts';

import { fetchBootImage, makeBootImage } from './boot-image.js';
import { guestSources } from './guest/index.js';
import { locatePyodide, pyodideVersion } from './locate.js';
import { limitMemory, wasmPageBytes } from './memory-section.js';
import type { WorkerStart } from './protocol.js';

/** What all sessions of one installation share: the interpreter's bytes and the boot image. */
export interface Runtime {
  /** Identifies the interpreter, the driver and the boot image. */
  readonly build: string;
  readonly bootImage: SharedArrayBuffer;
  /** The interpreter, compiled with a memory of at most so many bytes. */
  moduleFor(memoryBytes: number): Promise<WebAssembly.Module>;
  /** A new worker with the interpreter in it. */
  startWorker(start: Pick<WorkerStart, 'module' | 'bootImage' | 'controlWords'>): Worker;
}

/** Where a runtime is found and kept. */
export interface RuntimeOptions {
  /** Folder of the package `pyodide`; default: resolved like an import. */
  readonly folder?: string;
  /** Folder in which the boot image is kept between processes; default: none. */
  readonly cacheFolder?: string;
}

const stackSizeMb = 64;
const heapSizeMb = 384;

/** Prepares a runtime: reads the interpreter, and makes or fetches the boot image. */
export async function prepareRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const folder = locatePyodide(options.folder);
  const wasm = await readFile(join(folder, 'pyodide.asm.wasm'));
  const recipe = createHash('sha256')
    .update(pyodideVersion)
    .update(wasm)
    .update(workerSource)
    .update(JSON.stringify(guestSources))
    .digest('hex');
  const modules = new Map<number, Promise<WebAssembly.Module>>();

  function moduleFor(memoryBytes: number): Promise<WebAssembly.Module> {
    const pages = Math.floor(memoryBytes / wasmPageBytes);
    let compiled = modules.get(pages);
    if (compiled === undefined) {
      compiled = WebAssembly.compile(limitMemory(wasm, pages) as BufferSource);
      modules.set(pages, compiled);
    }
    return compiled;
  }

  function startWorker(start: Pick<WorkerStart, 'module' | 'bootImage' | 'controlWords'>): Worker {
    const workerData: WorkerStart = {
      ...start,
      entryUrl: pathToFileURL(join(folder, 'pyodide.mjs')).href,
      folder: join(folder, '/'),
      guestSources: start.bootImage === undefined ? guestSources : [],
    };
    // Its output is not read: reading would keep the host process alive, and the guest cannot write any.
    return new Worker(workerSource, {
      eval: true,
      workerData,
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapSizeMb, stackSizeMb },
    });
  }

  const make = async () => {
    const module = await WebAssembly.compile(wasm);
    return makeBootImage((controlWords) => startWorker({ module, controlWords }));
  };
  const bootImage = await fetchBootImage(options.cacheFolder, recipe, make);
  const build = createHash('sha256').update(recipe).update(new Uint8Array(bootImage)).digest('hex');
  return Object.freeze({ build, bootImage, moduleFor, startWorker });
}
