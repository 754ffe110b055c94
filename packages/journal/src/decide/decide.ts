import { mismatch, refuseOption, settle } from '@rlm/repl-types/internal';
import { checkOptions, fields, required, someText } from '@rlm/repl-types/options';

import { readRunState } from '../lines/run-state.js';
import { jsonData } from '../store/json-data.js';
import type { RunStore } from '../store/run-store.js';
import { itemsOf } from '../store/items-of.js';

/** The decision of a person. */
export interface Decision {
  /**
   * The key of what is decided: `stop.wait.key` of the result, or that of the `wait` line. It makes sure that the decision is about
   * what the person saw. Default: the decision that the run waits for, if it is one.
   */
  readonly key?: string | undefined;
  /** The decision, as JSON, in the shape that the request asked for. */
  readonly value: unknown;
}

/**
 * Gives a suspended run the decision that it waits for; the next `open` goes on with it. Throws what `store.open` throws, and
 * `InvalidOptionError` if the run waits for no such decision, or for several and none is named.
 *
 * @example
 * for await (const { runId } of store.list({ status: 'suspended' })) await decide(store, runId, { value: true });
 */
export async function decide(
  store: RunStore,
  runId: string,
  decision: Decision = {} as Decision,
): Promise<void> {
  const rules = fields<Decision>({ key: someText, value: required(jsonData) });
  checkOptions(decision, rules, refuseOption);
  const { value } = decision;
  const { lines } = readRunState(runId, await itemsOf('store.read', () => store.read(runId)));
  const all = lines.map(({ line }) => line);
  // A run that was resumed without its decision says again that it waits.
  const waits = new Map(all.filter((line) => line.t === 'wait').map((wait) => [wait.key, wait]));
  for (const line of all) if (line.t === 'effect') waits.delete(line.key);
  const [only] = waits.values();
  const isClear = decision.key === undefined && waits.size < 2;
  const wait = isClear ? only : waits.get(decision.key ?? '');
  if (wait === undefined) {
    const waiting = waits.size === 0 ? 'it waits for no decision' : [...waits.keys()].join(', ');
    throw refuseOption(
      mismatch(
        'key',
        `the key of a decision that run "${runId}" waits for (${waiting})`,
        decision.key === undefined ? 'none' : `"${decision.key}"`,
      ),
    );
  }
  const { key, path, step } = wait;
  const journal = await settle(store.open(runId));
  try {
    await settle(journal.stream(path).append({ t: 'effect', step, kind: kindOf(key), key, value }));
  } finally {
    await settle(journal.close());
  }
}

/** The kind in `path/step/kind/hash#occurrence`. */
function kindOf(key: string): string {
  return key.split('/').slice(2, -1).join('/');
}
