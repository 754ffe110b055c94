import { messageOf } from './message-of.js';
import { RlmError } from './rlm-error.js';

/** Parts that are loading now, for any caller. */
const underWay = new Set<Promise<unknown>>();

/**
 * Loads a part of the program when it is first needed: `loadOnce(() => import('./part.js'))`. Every lazily loaded part
 * of a run goes through here. If loading fails, the next call tries again.
 *
 * The returned function rejects with an `RlmError` (`module_not_loaded`).
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => (loaded ??= tracked(load));

  async function tracked(start: () => Promise<Module>): Promise<Module> {
    const loading = start();
    underWay.add(loading);
    try {
      return await loading;
    } catch (error) {
      loaded = undefined;
      throw new RlmError(
        `A part of the program could not be loaded: ${messageOf(error)}. Serve every file that the bundler made, and keep old files while a page that needs them is open.`,
        { code: 'module_not_loaded', cause: error },
      );
    } finally {
      underWay.delete(loading);
    }
  }
}

/** Resolves when a part that is loading now is loaded; undefined if none is. A run that waits for one is not idle. */
export function partLoading(): Promise<unknown> | undefined {
  const [loading] = underWay;
  return loading?.catch(() => undefined);
}
