import { createByteQuota, settleUnlessFinal } from '@rlm/repl-types/internal';

import { rejected, requireShape, requireSize, type ValueLimits } from '../values/json-text.js';
import { tooLarge } from '../values/measure-json.js';

/** How the items of a batch are called and their answers are written. */
export interface BatchCalls {
  /**
   * Calls the function for one item. It must call `requireWanted` before it begins, which throws if the answer is no
   * longer wanted.
   */
  readonly call: (item: unknown, requireWanted: () => void) => Promise<unknown>;
  readonly toJson: (answer: unknown) => Promise<string>;
  readonly limits: ValueLimits;
}

/**
 * Calls a function once for each item. The answers, in the order of the items, form the JSON text of one list, with
 * null for a failed call. If all calls fail, the batch fails with the first error. Answers are held as JSON text, only
 * as long as they can still form a value within the limits. Otherwise the batch fails, and calls that have not begun
 * are not made.
 *
 * @throws SandboxError `value_rejected`; errors of the calls
 */
export async function serveBatch(
  items: readonly unknown[],
  { call, toJson, limits }: BatchCalls,
): Promise<string> {
  const budget = createByteQuota(limits.maxValueBytes);
  let fault: { readonly reason: unknown } | undefined;
  const requireWanted = (): void => {
    if (fault !== undefined) throw fault.reason;
  };
  const write = async (answer: unknown): Promise<string> => {
    try {
      const json = await toJson(answer);
      if (budget.take(json.length + 1)) return json;
      throw rejected(tooLarge(budget.usedBytes + json.length + 1, limits.maxValueBytes));
    } catch (reason) {
      fault ??= { reason };
      throw reason;
    }
  };
  const settled = await Promise.all(
    items.map(async (item) => {
      const answer = await settleUnlessFinal(call(item, requireWanted));
      return answer.status === 'fulfilled' ? { json: await write(answer.value) } : answer;
    }),
  );
  const failures = settled.filter((item) => 'reason' in item);
  const [first] = failures;
  if (first !== undefined && failures.length === settled.length) throw first.reason;
  const json = `[${settled.map((item) => ('json' in item ? item.json : 'null')).join(',')}]`;
  requireSize(json, limits);
  requireShape(json, limits);
  return json;
}
