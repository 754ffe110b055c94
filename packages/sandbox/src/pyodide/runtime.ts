import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';

import { type BootImages, createBootImages, type BootImageDiagnostic } from './boot-images.js';
import { imageFile, keepImage, openImage, readImage, type KeptImage } from './kept-image.js';
import { readPyodide } from './locate.js';
import { control } from './protocol.js';
import type { PyodideSources } from './sources.js';
import { startWorker } from './start-worker.js';

/** Everything that the sessions of one installation share: the boot image. */
export interface Runtime {
  readonly bootImages: BootImages;
  /** Identifies the interpreter, the driver and the boot image. Makes the boot image if there is none. */
  build(): Promise<string>;
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
  readonly onDiagnostic: (diagnostic: BootImageDiagnostic) => void;
  readonly sources: PyodideSources;
}

/**
 * Identifies what a boot image is made of, as its file's name tells: the version of Pyodide, this package's scripts, and the
 * architecture of this Node.js.
 */
function recipeOf(version: string, sources: PyodideSources): string {
  const hash = createHash('sha256').update(sources.worker).update(JSON.stringify(sources.guest));
  return `${version}-${process.arch}-${hash.digest('hex').slice(0, 32)}`;
}

/** The path of the boot image of these sources. */
export function imagePath(cacheFolder: string, version: string, sources: PyodideSources): string {
  return join(cacheFolder, `python-${recipeOf(version, sources)}.image`);
}

async function readKept(
  path: string | undefined,
  recipe: string,
  descriptor: number | null | undefined,
): Promise<KeptImage> {
  if (descriptor === null || path === undefined) return { state: 'absent' };
  if (descriptor !== undefined) {
    try {
      return readImage(descriptor, recipe);
    } finally {
      closeSync(descriptor);
    }
  }
  const opened = await openImage(path);
  if (opened.state !== 'open') return opened;
  try {
    return readImage(opened.file.fd, recipe);
  } finally {
    await opened.file.close();
  }
}

/** Prepares a runtime: the boot image is sought when a session starts. */
export function prepareRuntime(options: RuntimeOptions): Runtime {
  const { sources } = options;
  const { folder, version } = readPyodide(options.folder);
  const recipe = recipeOf(version, sources);
  const { cacheFolder, onDiagnostic } = options;
  const path = cacheFolder && imagePath(cacheFolder, version, sources);
  const bootImages = createBootImages({
    async keep(image) {
      if (path === undefined) return undefined;
      const content = imageFile(image, recipe);
      return options.offer?.(content) === true ? undefined : keepImage(path, content);
    },
    readKept: () => readKept(path, recipe, options.descriptor),
    startMaker: () => {
      const controlWords = new SharedArrayBuffer(4 * control.length);
      const boot = { guestSources: sources.guest };
      return startWorker({ folder, sources }, { controlWords, boot });
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
    guestSources: sources.guest,
  });
}
