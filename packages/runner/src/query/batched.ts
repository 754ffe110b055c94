import {
  createBoundedWork,
  groupThousands,
  roughBytes,
  stepsOfText,
  settleUnlessFinal,
} from '@rlm/repl-types/internal';

import { describeError } from '../errors.js';
import { QueryError } from '../query-errors.js';
import { maxKeptBytes } from '../kept-bytes.js';
import { readBatchArguments, type QueryArguments } from './arguments.js';
import { startBatchTime } from './batch-time.js';
import { requireRoom } from './query-room.js';
import type { QueryScope } from '../run/query-scope.js';

/** The number of failures of a batch that a notice lists. */
const shownFailures = 3;

const tooMuch = `the answers waiting for their batch together exceed ${groupThousands(maxKeptBytes.batches / 2)} characters; ask for shorter answers, or in smaller batches`;

/** The steps of beginning a sub-query, beside what its prompt's length takes. */
const querySteps = 100;

/** Asks one prompt of a batch. */
export type AskOne = (
  scope: QueryScope,
  abortSignal: AbortSignal,
  item: QueryArguments,
) => Promise<unknown>;

/**
 * Asks all prompts of a batch at the same time, within the tree's limit, and returns the answers in
 * their order. A prompt gets null if it failed, had no answer when time ran out, or its answer is
 * too large together with the others; the model gets a notice about that. If all failed, the first
 * failure is thrown. A final that host code returns in one of them ends the batch at once.
 */
export async function batched(
  name: string,
  ask: AskOne,
  scope: QueryScope,
  abortSignal: AbortSignal,
  args: readonly unknown[],
): Promise<readonly unknown[]> {
  const items = readBatchArguments(name, args);
  requireRoom(scope, items.length);
  if (items.length > 1) scope.inTurn = -Infinity;
  const time = startBatchTime(scope.context, abortSignal);
  let taken = 0;
  const askOne = async (item: QueryArguments): Promise<unknown> => {
    const value = await ask(scope, time.abortSignal, item);
    const bytes = roughBytes(value);
    if (!scope.kept.batches.take(bytes)) throw new QueryError(tooMuch);
    taken += bytes;
    return value;
  };
  const askAll = async (): Promise<readonly PromiseSettledResult<unknown>[]> => {
    const work = createBoundedWork();
    const asked: Promise<PromiseSettledResult<unknown>>[] = [];
    for (const item of items) {
      const turn = work.turn();
      if (turn !== undefined) await scope.context.effects.busy(turn);
      work.spend(querySteps + 2 * stepsOfText(item.prompt.length));
      const one = settleUnlessFinal(askOne(item));
      // A final rejects it, perhaps before all have been asked.
      one.catch(() => undefined);
      asked.push(one);
    }
    return Promise.all(asked);
  };
  const settled = await askAll().finally(() => {
    time.end();
    scope.kept.batches.free(taken);
  });
  const failures = settled.flatMap((result, index) =>
    result.status === 'rejected' ? [{ index, error: result.reason as unknown }] : [],
  );
  const [first] = failures;
  if (first !== undefined) {
    if (failures.length === settled.length) throw first.error;
    const shown = failures
      .slice(0, shownFailures)
      .map(({ index, error }) => `[${String(index)}] ${describeError(error).message}`);
    const more = failures.length > shownFailures ? '; and so on' : '';
    scope.notices.push({
      code: 'sub_queries_failed',
      message: `${String(failures.length)} of ${String(settled.length)} prompts of ${name} failed; their places are null (None): ${shown.join('; ')}${more}`,
    });
  }
  return settled.map((result) => (result.status === 'fulfilled' ? result.value : null));
}
