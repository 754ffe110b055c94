import { openQuickJS } from '../../src/backend.js';

let kept: Promise<unknown> | undefined;

/**
 * Keeps a session open in the process that runs of this test process share: without one, the process ends after each run,
 * and the next run starts another.
 */
export async function keepProcess(): Promise<void> {
  kept ??= openQuickJS().open({});
  await kept;
}
