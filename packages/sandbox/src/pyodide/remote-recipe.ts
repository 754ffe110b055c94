/// <reference path="../inline.d.ts" />
import script from 'inline:./process/main.ts';

import type { RemoteRecipe } from '../process/remote-recipe.js';
import { locatePyodide } from './locate.js';
import { cacheFolderOf, type PyodideOptions } from './options.js';
import type { PyodideLoad } from './process/main.js';
import { sources } from './sources.js';

/** What makes Python engines in another process: folders are found here, where imports are resolved and the environment is. */
export function remoteRecipe(options: PyodideOptions): RemoteRecipe {
  return {
    script,
    data(): PyodideLoad {
      const { folder } = locatePyodide(options.packageFolder);
      const cacheFolder = cacheFolderOf(options);
      return { folder, sources, ...(cacheFolder === undefined ? {} : { cacheFolder }) };
    },
    readable() {
      const { folder } = locatePyodide(options.packageFolder);
      const cacheFolder = cacheFolderOf(options);
      return cacheFolder === undefined ? [folder] : [folder, cacheFolder];
    },
  };
}
