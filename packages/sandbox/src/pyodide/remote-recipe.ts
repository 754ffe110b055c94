/// <reference path="../inline.d.ts" />
import script from 'inline:./process/main.ts';

import type { RemoteRecipe } from '../process/remote-recipe.js';
import type { BootImageDiagnostic } from './boot-images.js';
import { openImage } from './kept-image.js';
import { locatePyodide } from './locate.js';
import { cacheFolderOf, type PyodideOptions } from './options.js';
import type { PyodideLoad } from './process/main.js';
import { imagePath } from './runtime.js';
import { sources } from './sources.js';

/** What makes Python engines in another process. */
export interface PyodideRemote extends RemoteRecipe {
  /** The image that was given to a process last is good for nothing: no other gets it. */
  refuseImage(): void;
}

/**
 * What makes Python engines in another process: folders are found here, where imports are resolved and the environment is, and the
 * kept boot image is looked at here, where owners and links are what they are.
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
      return { folder, sources, ...(cacheFolder === undefined ? {} : { cacheFolder }) };
    },
    readable: () => [locatePyodide(options.packageFolder).folder],
    refuseImage() {
      if (given !== undefined) refused.add(given);
    },
  };
}
