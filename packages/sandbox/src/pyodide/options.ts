import { join } from 'node:path';

import { checkOptions, fields, rule } from '@rlm/repl-types/options';
import { bound, callable, refuseOption } from '@rlm/repl-types/internal';

import { userCacheFolder } from '../host/user-cache-folder.js';
import { nodeRule } from '../process/find-node.js';
import type { IsolationDiagnostic } from '../process/place.js';
import type { BaseDiagnostic } from './base.js';

/** Something that a user of Python may want to know, and that stops nothing. */
export type PyodideDiagnostic = BaseDiagnostic | IsolationDiagnostic;

/** Options of the Python backend. */
export interface PyodideOptions {
  /** Folder of the package `pyodide`; default: resolved as an import would be. */
  readonly packageFolder?: string | undefined;
  /**
   * The folder that keeps the snapshot of Pyodide from which sessions start (17 MB), so that it is made once, in two seconds.
   * Default: `rlm-sandbox` in the user's cache folder (`XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`, `LOCALAPPDATA`). It
   * is created for this user alone. A folder that belongs to another user, or that others may write to, is not used.
   * `false`: it is not kept, and each process makes it again.
   */
  readonly cacheFolder?: string | false | undefined;
  /**
   * The absolute path of the Node.js (20.19 or later) in which sessions run, each in a process of its own. Default: the one that runs
   * this program, or Bun, which the operating system does not isolate. Needed in Electron, single executables and Deno.
   */
  readonly node?: string | undefined;
  /**
   * How many sessions of `pyodide()` may be open at once in this process, whichever backend they are of; who opens one more waits. Default:
   * as many as three quarters of the memory hold, of 90 MB each.
   */
  readonly maxSessions?: number | undefined;
  /**
   * Called with the reason if that snapshot could not be used or kept, which only costs time, or if the operating system does
   * not isolate the sessions. Default: ignored.
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
    node: nodeRule,
    maxSessions: bound(1),
    onDiagnostic: callable,
  });
  checkOptions(options, rules, refuseOption);
}

/** The folder in which snapshots of Pyodide are kept; undefined: nowhere. */
export function cacheFolderOf({ cacheFolder }: PyodideOptions): string | undefined {
  if (cacheFolder === false) return undefined;
  if (cacheFolder !== undefined) return cacheFolder;
  const folder = userCacheFolder();
  return folder === undefined ? undefined : join(folder, 'rlm-sandbox');
}
