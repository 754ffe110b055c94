import { checkOption, mismatch, refuseOption, settle, shape } from '@rlm/repl-types/internal';
import {
  checkOptions,
  fields,
  required,
  someText,
  text,
  trueOrFalse,
  type OptionRule,
} from '@rlm/repl-types/options';

import { notWaiting } from '../errors.js';
import { jsonData } from '../store/json-data.js';
import type { RunStore } from '../store/run-store.js';
import { waitsOf } from './waits-of.js';

/** The decision of a person. */
export interface Decision {
  /**
   * The key of what is decided: `stop.wait.key` of the result, or the `key` of one of `waitsOf`. It makes sure that the decision is about
   * what the person saw. Default: the decision that the run waits for, if it is one.
   */
  readonly key?: string | undefined;
  /** The decision, as JSON, in the shape that the request asked for. */
  readonly value: unknown;
}

/**
 * Gives a suspended run the decision that it waits for; the next `open` goes on with it. Throws what `store.open` throws,
 * `JournalError` (`journal_not_waiting`) if the run does not wait for it (a second one decided it already), and `InvalidOptionError` if
 * it waits for several and none is named, and for the value of an approval or review that is not `true`, `false` or
 * `{ approved, reason?, reviewer? }`.
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
  const waits = await waitsOf(store, runId);
  const isClear = decision.key === undefined && waits.length < 2;
  const wait = isClear ? waits[0] : waits.find(({ key }) => key === decision.key);
  if (wait === undefined) {
    const keys = waits.map(({ key }) => key);
    if (decision.key !== undefined || keys.length === 0)
      throw notWaiting(runId, decision.key, keys);
    const expected = `the key of a decision that run "${runId}" waits for (${keys.join(', ')})`;
    throw refuseOption(mismatch('key', expected, 'none'));
  }
  const { key, path, step } = wait;
  const journal = await settle(store.open(runId));
  try {
    if (readByDecision.includes(kindOf(key))) {
      checkOption('value', value, decisionRule(), refuseOption);
    }
    await settle(journal.stream(path).append({ t: 'effect', step, kind: kindOf(key), key, value }));
  } finally {
    await settle(journal.close());
  }
}

/** The kinds of requests whose decision is yes or no: of the call of a tool, and of a finished task. Others have a shape of their own. */
const readByDecision: readonly string[] = ['approval', 'review'];

const decisionRule = (): OptionRule => {
  const expected = 'true, false, or { approved, reason?, reviewer? }';
  const inFull = shape(expected, {
    approved: required(trueOrFalse),
    reason: text,
    reviewer: text,
  });
  return {
    expected,
    find(value, option) {
      if (typeof value === 'boolean') return undefined;
      return inFull.find(value, option);
    },
  };
};

/** The kind in `path/step/kind/hash#occurrence`. */
function kindOf(key: string): string {
  return key.split('/').slice(2, -1).join('/');
}
