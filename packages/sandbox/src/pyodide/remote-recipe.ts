/// <reference path="../inline.d.ts" />
import script from 'inline:./process/main.ts';

import type { RemoteRecipe } from '../process/old/remote-recipe.js';
import type { BootImageDiagnostic } from './boot-images.js';
import { keepImage, openImage } from './kept-image.js';
import { locatePyodide } from './locate.js';
import { cacheFolderOf, type PyodideOptions } from './options.js';
import type { PyodideLoad } from './process/main.js';
import { imagePath } from './runtime.js';
import { sources } from './sources.js';
import { workerRoom } from './start-worker.js';

/** Makes Python engines in another process. */
export interface PyodideRemote extends RemoteRecipe {
  /** Rejects the image that was last given to a process: no other process gets it. */
  refuseImage(): void;
}

/**
 * Makes Python engines in another process. Folders are looked up here, because this process resolves imports and has
 * the environment. The kept boot image is checked here, because only here owners and links are as they really are.
 */
export function remoteRecipe(
  options: PyodideOptions,
  onDiagnostic: (diagnostic: BootImageDiagnostic) => void,
): PyodideRemote {
  let given: string | undefined;
  let canKeep = true;
  const refused = new Set<string>();
  return {
    script,
    thread: workerRoom,
    async open() {
      const cacheFolder = cacheFolderOf(options);
      if (cacheFolder === undefined) return undefined;
      const { version } = locatePyodide(options.packageFolder);
      const opened = await openImage(imagePath(cacheFolder, version, sources));
      canKeep = opened.state !== 'ignored' || opened.canKeep;
      if (opened.state === 'ignored') {
        onDiagnostic({ code: 'boot_image_ignored', message: opened.reason });
      }
      if (opened.state !== 'open') return undefined;
      given = opened.id;
      if (!refused.has(given)) return opened.file;
      await opened.file.close();
      return undefined;
    },
    data(): PyodideLoad {
      const { folder } = locatePyodide(options.packageFolder);
      const cacheFolder = canKeep ? cacheFolderOf(options) : undefined;
      return { folder, sources, cacheFolder };
    },
    readable: () => [locatePyodide(options.packageFolder).folder],
    async keep(content) {
      const cacheFolder = cacheFolderOf(options);
      if (cacheFolder === undefined || !canKeep) return;
      const { version } = locatePyodide(options.packageFolder);
      const failure = await keepImage(imagePath(cacheFolder, version, sources), content);
      if (failure !== undefined) onDiagnostic({ code: 'boot_image_not_kept', message: failure });
    },
    refuseImage() {
      if (given !== undefined) refused.add(given);
    },
  };
}
