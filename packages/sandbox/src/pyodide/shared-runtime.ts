import { join } from 'node:path';

import { userCacheFolder } from '../host/user-cache-folder.js';
import type { PyodideDiagnostic } from './boot-images.js';
import type { PyodideOptions } from './recipe.js';
import { prepareRuntime, type Runtime } from './runtime.js';

type Listener = (diagnostic: PyodideDiagnostic) => void;

interface SharedRuntime {
  readonly runtime: Promise<Runtime>;
  readonly heard: PyodideDiagnostic[];
  readonly listeners: Set<Listener>;
}

/**
 * Runtimes of this process, by where they come from. Not state but a memo: the same options always give the
 * same bytes, which take 32 MB and two seconds to make, so all backends of the process share them.
 */
const runtimes = new Map<string, SharedRuntime>();

/** The runtime for these options, made on first use; a failure is not kept. What it has to say, every listener hears once. */
export function sharedRuntime({
  packageFolder,
  cacheFolder,
  onDiagnostic,
}: PyodideOptions): Promise<Runtime> {
  const key = JSON.stringify([packageFolder ?? null, cacheFolder ?? null]);
  let shared = runtimes.get(key);
  if (shared === undefined) {
    shared = share(packageFolder, cacheFolder ?? defaultFolder());
    runtimes.set(key, shared);
    shared.runtime.catch(() => runtimes.delete(key));
  }
  if (onDiagnostic !== undefined && !shared.listeners.has(onDiagnostic)) {
    shared.listeners.add(onDiagnostic);
    for (const diagnostic of shared.heard) onDiagnostic(diagnostic);
  }
  return shared.runtime;
}

function share(folder: string | undefined, cacheFolder: string | false): SharedRuntime {
  const heard: PyodideDiagnostic[] = [];
  const listeners = new Set<Listener>();
  const runtime = prepareRuntime({
    folder,
    cacheFolder: cacheFolder === false ? undefined : cacheFolder,
    onDiagnostic(diagnostic) {
      heard.push(diagnostic);
      for (const listener of listeners) listener(diagnostic);
    },
  });
  return { runtime, heard, listeners };
}

function defaultFolder(): string | false {
  const folder = userCacheFolder();
  return folder === undefined ? false : join(folder, 'rlm-sandbox');
}
