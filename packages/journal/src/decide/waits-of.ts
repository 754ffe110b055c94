import type { WaitLine } from '@rlm/kernel';

import { readRunState } from '../lines/run-state.js';
import { itemsOf } from '../store/items-of.js';
import type { RunStore } from '../store/run-store.js';

/**
 * What a run waits for a person to decide, in the order in which it asked; empty if it waits for nothing. Each has its
 * `key` for `decide`, and its `request`: what to show the person. Throws what `store.read` throws.
 *
 * @example
 * for (const { key, request } of await waitsOf(store, runId)) {
 *   await decide(store, runId, { key, value: await askSomebody(request) });
 * }
 */
export async function waitsOf(
  store: Pick<RunStore, 'read'>,
  runId: string,
): Promise<readonly WaitLine[]> {
  const { lines } = readRunState(runId, await itemsOf('store.read', () => store.read(runId)));
  // A run that was resumed without its decision says again that it waits.
  const waits = new Map<string, WaitLine>();
  for (const { line } of lines) {
    if (line.t === 'wait') waits.set(line.key, line);
    if (line.t === 'effect') waits.delete(line.key);
  }
  return [...waits.values()];
}
