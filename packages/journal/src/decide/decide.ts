import { mismatch, refuseOption, settle } from '@rlm/repl-types/internal';
import { checkOptions, fields, required, someText } from '@rlm/repl-types/options';
import type { RunLine } from '@rlm/kernel';

import { readRunState } from '../lines/run-state.js';
import { jsonData } from '../store/json-data.js';
import type { RunStore } from '../store/run-store.js';
import { itemsOf } from '../store/items-of.js';

/** The decision of a person. */
export interface Decision {
  /** The key of the `wait` line. */
  readonly key: string;
  /** The decision, as JSON, in the shape that the request asked for. */
  readonly value: unknown;
}

/**
 * Gives a suspended run the decision that it waits for; the next `open` goes on with it. Throws what `store.open` throws, and
 * `InvalidOptionError` where the run waits for no such decision.
 *
 * @example
 * for await (const line of store.read(id)) if (line.t === 'wait') console.log(line.key, line.request);
 * await decide(store, id, { key, value: { approved: true } });
 */
export async function decide(
  store: RunStore,
  runId: string,
  decision: Decision = {} as Decision,
): Promise<void> {
  const rules = fields<Decision>({ key: required(someText), value: required(jsonData) });
  checkOptions(decision, rules, refuseOption);
  const { key, value } = decision;
  const { lines } = readRunState(runId, await itemsOf('store.read', () => store.read(runId)));
  const all = lines.map(({ line }) => line);
  const waits = all.filter((line) => line.t === 'wait').filter((wait) => !isDecided(wait.key, all));
  const wait = waits.find((each) => each.key === key);
  if (wait === undefined) {
    const known = waits.map((each) => each.key).join(', ');
    const waiting = known === '' ? 'it waits for no decision' : known;
    throw refuseOption(
      mismatch(
        'key',
        `the key of a decision that run "${runId}" waits for (${waiting})`,
        `"${key}"`,
      ),
    );
  }
  const { path, step } = wait;
  const journal = await settle(store.open(runId));
  try {
    await settle(journal.stream(path).append({ t: 'effect', step, kind: kindOf(key), key, value }));
  } finally {
    await settle(journal.close());
  }
}

const isDecided = (key: string, lines: readonly RunLine[]): boolean =>
  lines.some((line) => line.t === 'effect' && line.key === key);

/** The kind in `path/step/kind/hash#occurrence`. */
function kindOf(key: string): string {
  return key.split('/').slice(2, -1).join('/');
}
