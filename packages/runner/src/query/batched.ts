import { readBatchArguments, type QueryOptions } from './arguments.js';
import { describeError, type QueryScope } from './query-scope.js';

/** How many failures of a batch a notice spells out. */
const shownFailures = 3;

/**
 * Asks all prompts of a batch at the same time, under the tree's bound, and gives the answers in their
 * order. The place of one that failed holds null, and the model is told; when all failed, the first
 * failure is thrown.
 */
export async function batched(
  name: string,
  scope: QueryScope,
  args: readonly unknown[],
  ask: (prompt: string, options: QueryOptions) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const { items } = readBatchArguments(name, args);
  const settled = await Promise.allSettled(
    items.map(({ prompt, options }) => ask(prompt, options)),
  );
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
      message: `${String(failures.length)} of the ${String(settled.length)} prompts of ${name} failed; their places in the list are empty (None, null): ${shown.join('; ')}${more}`,
    });
  }
  return settled.map((result) => (result.status === 'fulfilled' ? result.value : null));
}
