import { createHash } from 'node:crypto';
import { closeSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { reserveBytes } from '../python/memory-reserve.js';
import type { Compile } from '../process/compile-late.js';
import { memoryCap } from '../wasm/cap-memory.js';
import { keepExports } from '../wasm/keep-exports.js';
import { type BootImages, createBootImages, type BootImageDiagnostic } from './boot-images.js';
import { imageFile, keepImage, openImage, readImage, type KeptImage } from './kept-image.js';
import { readPyodide } from './locate.js';
import { control } from './protocol.js';
import { runsScripts } from './runs-scripts.js';
import type { PyodideSources } from './sources.js';
import { startWorker } from './start-worker.js';
import { isUsed, usedFunctions } from './used-exports.js';

/** Everything that the sessions of one installation share: the interpreter's bytes and the boot image. */
export interface Runtime {
  readonly bootImages: BootImages;
  /** Identifies the interpreter, the driver and the boot image. Makes the boot image if there is none. */
  build(): Promise<string>;
  /** The interpreter, compiled with a memory of at most this size, and the driver's reserve. */
  moduleFor(memoryBytes: number): Promise<WebAssembly.Module>;
  /** The driver's sources, for a worker that boots without an image. */
  readonly guestSources: PyodideSources['guest'];
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
  readonly descriptor?: number | null | undefined;
  /**
   * Passes the file of a new boot image to a host that keeps it, if it takes one from this process. Returns whether it does. Default: this
   * process keeps it.
   */
  readonly offer?: ((content: Uint8Array) => boolean) | undefined;
  /** Compiles the interpreter. Default: as V8 does. */
  readonly compile?: Compile | undefined;
  readonly onDiagnostic: (diagnostic: BootImageDiagnostic) => void;
  readonly sources: PyodideSources;
}

/** The path of the boot image of these sources. Its digest identifies the interpreter that it belongs to. */
export function imagePath(cacheFolder: string, version: string, sources: PyodideSources): string {
  const hash = createHash('sha256').update('pages').update(version).update(sources.worker);
  hash.update(usedFunctions).update(`${runsScripts}`);
  const name = hash.update(JSON.stringify(sources.guest)).digest('hex').slice(0, 32);
  return join(cacheFolder, `python-${name}.image`);
}

async function readKept(
  path: string | undefined,
  recipe: () => string,
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

/** Prepares a runtime: reads the interpreter; the boot image is sought when a session starts. */
export function prepareRuntime(options: RuntimeOptions): Runtime {
  const { sources, compile = (bytes: BufferSource) => WebAssembly.compile(bytes) } = options;
  const { folder, version } = readPyodide(options.folder);
  // At once: in pieces, by another thread, it takes longer.
  const wasm = keepExports(readFileSync(join(folder, 'pyodide.asm.wasm')), isUsed);
  const cap = memoryCap(wasm);
  const modules = new Map<number, Promise<WebAssembly.Module>>();

  function compileFor(memoryBytes: number): Promise<WebAssembly.Module> {
    cap.set(memoryBytes, reserveBytes);
    return compile(wasm);
  }
  function moduleFor(memoryBytes: number): Promise<WebAssembly.Module> {
    let compiled = modules.get(memoryBytes);
    if (compiled === undefined) {
      compiled = compileFor(memoryBytes);
      modules.set(memoryBytes, compiled);
    }
    return compiled;
  }

  let known: string | undefined;
  /** Identifies all that the image is made from, in a hash that is made while the interpreter is compiled. */
  const recipe = (): string =>
    (known ??= createHash('sha256')
      .update(version)
      .update(`${runsScripts}`)
      .update(wasm.subarray(0, cap.start))
      .update(wasm.subarray(cap.end))
      .update(sources.worker)
      .update(JSON.stringify(sources.guest))
      .digest('hex'));

  const { cacheFolder, onDiagnostic } = options;
  const path = cacheFolder && imagePath(cacheFolder, version, sources);
  const bootImages = createBootImages({
    async keep(image) {
      if (path === undefined) return undefined;
      const content = imageFile(image, recipe());
      return options.offer?.(content) === true ? undefined : keepImage(path, content);
    },
    readKept: () => readKept(path, recipe, options.descriptor),
    startMaker: async () => {
      const controlWords = new SharedArrayBuffer(4 * control.length);
      const boot = { module: await compileFor(Infinity), guestSources: sources.guest };
      return startWorker({ folder, sources }, { controlWords, boot });
    },
    onDiagnostic,
  });
  let build: Promise<string> | undefined;
  const describeBuild = async (): Promise<string> => {
    const image = new Uint8Array(await bootImages.image());
    return createHash('sha256').update(recipe()).update(image).digest('hex');
  };
  return Object.freeze({
    bootImages,
    build() {
      build ??= describeBuild();
      build.catch(() => (build = undefined));
      return build;
    },
    moduleFor,
    guestSources: sources.guest,
  });
}
