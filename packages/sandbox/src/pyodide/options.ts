import { join } from 'node:path';

import { checkOptions, fields, oneOf, rule } from '@rlm/repl-types/options';
import { bound, callable, refuseOption } from '@rlm/repl-types/internal';

import { userCacheFolder } from '../host/user-cache-folder.js';
import type { ProcessDiagnostic, ProcessMode } from '../process/old/with-process.js';
import type { BootImageDiagnostic } from './boot-images.js';

/** Something that a user of Python may want to know, and that stops nothing. */
export type PyodideDiagnostic = BootImageDiagnostic | ProcessDiagnostic;

/** Options of the Python backend. */
export interface PyodideOptions {
  /** Folder of the package `pyodide`; default: resolved as an import would be. */
  readonly packageFolder?: string | undefined;
  /**
   * The folder that keeps the boot image (30 MB), so that only the first process boots from scratch. Default:
   * `rlm-sandbox` in the user's cache folder (`XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`, `LOCALAPPDATA`). It
   * is created for this user alone. A folder that belongs to another user, or that others may write to, is not used.
   * `false`: the image is not kept.
   */
  readonly cacheFolder?: string | false | undefined;
  /**
   * Where sessions run. `shared`: in one child process for all of them. `own`: each in its own child process. `none`:
   * in worker threads of this process, which a fatal error of V8 then ends. Default: `shared`, or `none` if no process
   * can be started (Electron, Bun, Deno, single executables).
   */
  readonly process?: ProcessMode | undefined;
  /**
   * How many sessions of `pyodide()` may be open at once in this process, whichever backend they are of; who opens one more waits. Default:
   * as many as three quarters of the memory hold, of 110 MB each.
   */
  readonly maxSessions?: number | undefined;
  /**
   * Called with the reason if a boot image could not be used or kept, which only costs time, or if sessions run in this
   * process although this was not requested. Default: ignored.
   */
  readonly onDiagnostic?: ((diagnostic: PyodideDiagnostic) => void) | undefined;
}

/** Refuses unknown and wrong options. @throws InvalidOptionError */
export function requireOptions(options: PyodideOptions): void {
  const folder = rule("a folder's path", (value) => typeof value === 'string' && value !== '');
  const rules = fields<PyodideOptions>({
    packageFolder: folder,
    cacheFolder: rule(
      "a folder's path, or false",
      (value) => value === false || (typeof value === 'string' && value !== ''),
    ),
    process: oneOf('shared', 'own', 'none'),
    maxSessions: bound(1),
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
