import type { PyodideOptions } from './recipe.js';
import { prepareRuntime, type Runtime } from './runtime.js';

/**
 * Runtimes of this process, by where they come from. Not state but a memo: the same options always give the
 * same bytes, which take 32 MB and two seconds to make, so all backends of the process share them.
 */
const runtimes = new Map<string, Promise<Runtime>>();

/** The runtime for these options, made on first use; a failure is not kept. */
export function sharedRuntime({ packageFolder, cacheFolder }: PyodideOptions): Promise<Runtime> {
  const key = JSON.stringify([packageFolder ?? null, cacheFolder ?? null]);
  const known = runtimes.get(key);
  if (known !== undefined) return known;
  const made = prepareRuntime({
    ...(packageFolder === undefined ? {} : { folder: packageFolder }),
    ...(cacheFolder === undefined ? {} : { cacheFolder }),
  });
  runtimes.set(key, made);
  made.catch(() => runtimes.delete(key));
  return made;
}
