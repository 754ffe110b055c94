import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { digestOf, keep, openKept } from './kept-snapshot.js';

/** Something that a user may want to know of the snapshot from which sessions start, and that stops nothing. */
export interface BaseDiagnostic {
  /** `start_snapshot_ignored`: the kept one cannot be trusted, or is damaged. `start_snapshot_not_kept`: the next process makes it again. */
  readonly code: 'start_snapshot_ignored' | 'start_snapshot_not_kept';
  readonly message: string;
}

/** The snapshot of Pyodide from which all sessions of an installation start. */
export interface Base {
  /** Identifies it, and what it was made of. */
  readonly build: string;
  /** It, where it is kept: open, and checked. */
  readonly file?: FileHandle | undefined;
  readonly path?: string | undefined;
  /** It, where it is not kept. */
  readonly bytes?: Uint8Array | undefined;
  /** What there is to say of it. */
  readonly diagnostics: readonly BaseDiagnostic[];
}

/** Where a base comes from. */
export interface BaseSource {
  /** The folder where it is kept; undefined: nowhere. */
  readonly cacheFolder: string | undefined;
  /** What it is made of. Files are named after it. */
  readonly recipe: string;
  /** Makes it, in a child that runs no code of anyone: what a child sends that did is never kept. */
  readonly make: () => Promise<Uint8Array>;
}

/**
 * Bases of this process. This is a memo, not state: the same source always gives the same bytes, which take 17 MB and two seconds
 * to make, so all backends of the process share them.
 */
const bases = new Map<string, Promise<Base>>();

/** The base of a source: kept, or made now. A failure is not kept. */
export function findBase(source: BaseSource): Promise<Base> {
  const key = JSON.stringify([source.recipe, source.cacheFolder ?? null]);
  let base = bases.get(key);
  if (base === undefined) {
    base = seekBase(source);
    bases.set(key, base);
    base.catch(() => bases.delete(key));
  }
  return base;
}

async function seekBase({ cacheFolder, recipe, make }: BaseSource): Promise<Base> {
  const diagnostics: BaseDiagnostic[] = [];
  const path = cacheFolder && join(cacheFolder, `python-${recipe}.snapshot`);
  if (path === undefined) return madeBase(recipe, await make(), diagnostics);
  const kept = await openKept(path, recipe);
  if (kept.state === 'sound') return { build: kept.digest, file: kept.file, path, diagnostics };
  if (kept.state === 'ignored') {
    diagnostics.push({ code: 'start_snapshot_ignored', message: kept.reason });
    if (!kept.canKeep) return madeBase(recipe, await make(), diagnostics);
  }
  const bytes = await make();
  const failure = await keep(path, recipe, bytes);
  if (failure !== undefined)
    diagnostics.push({ code: 'start_snapshot_not_kept', message: failure });
  const again = failure === undefined ? await openKept(path, recipe) : undefined;
  if (again?.state === 'sound') return { build: again.digest, file: again.file, path, diagnostics };
  return madeBase(recipe, bytes, diagnostics);
}

function madeBase(recipe: string, bytes: Uint8Array, diagnostics: readonly BaseDiagnostic[]): Base {
  return { build: digestOf(recipe, bytes).toString('hex'), bytes, diagnostics };
}
