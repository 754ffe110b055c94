import { join } from 'node:path';

import { checkOptions, fields, oneOf, rule } from '@rlm/repl-types/options';
import { callable, refuseOption } from '@rlm/repl-types/internal';

import { userCacheFolder } from '../host/user-cache-folder.js';
import type { ProcessDiagnostic, ProcessMode } from '../process/with-process.js';
import type { BootImageDiagnostic } from './boot-images.js';

/** Something that a user of Python may want to know, and that stops nothing. */
export type PyodideDiagnostic = BootImageDiagnostic | ProcessDiagnostic;

/** Options of the Python backend. */
export interface PyodideOptions {
  /** Folder of the package `pyodide`; default: resolved as an import would be. */
  readonly packageFolder?: string;
  /**
   * Folder in which the boot image (32 MB) is kept, so that only the first process boots anew. Default: `rlm-sandbox` in
   * the user's own folder for caches (`XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`, `LOCALAPPDATA`). It is made for
   * this user alone; one that belongs to another, or that others may write to, is not used. `false`: nothing is kept.
   */
  readonly cacheFolder?: string | false;
  /**
   * Where sessions run: `shared`, in one child process for all of them; `own`, each in one of its own; `none`, in worker
   * threads of this process, which a fatal error of V8 then ends. Default: `shared`, and `none` where no process can be
   * started (Electron, Bun, Deno, single executables).
   */
  readonly process?: ProcessMode;
  /**
   * Hears why a kept boot image was not used or could not be kept, which only costs time, and why sessions run in this
   * process though nobody asked for it. Default: nobody.
   */
  readonly onDiagnostic?: (diagnostic: PyodideDiagnostic) => void;
}

/** Refuses what is no option. @throws InvalidOptionError */
export function requireOptions(options: PyodideOptions): void {
  const folder = rule("a folder's path", (value) => typeof value === 'string' && value !== '');
  const rules = fields<PyodideOptions>({
    packageFolder: folder,
    cacheFolder: rule(
      "a folder's path, or false",
      (value) => value === false || (typeof value === 'string' && value !== ''),
    ),
    process: oneOf('shared', 'own', 'none'),
    onDiagnostic: callable,
  });
  checkOptions(options, rules, refuseOption);
}

/** The folder in which boot images are kept; undefined: nowhere. */
export function cacheFolderOf({ cacheFolder }: PyodideOptions): string | undefined {
  if (cacheFolder === false) return undefined;
  if (cacheFolder !== undefined) return cacheFolder;
  const folder = userCacheFolder();
  return folder === undefined ? undefined : join(folder, 'rlm-sandbox');
}
