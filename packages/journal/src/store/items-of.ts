import { askHook, readHook } from '@rlm/repl-types/internal';
import { rule } from '@rlm/repl-types/options';

const sequence = rule(
  'an asynchronous sequence',
  (value) => typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function',
);

/**
 * Returns all items of a store's method, which may be a caller's own: none of its faults is lost. `name` identifies the
 * method.
 */
export async function itemsOf<Item>(
  name: string,
  method: () => AsyncIterable<Item>,
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of sequenceOf(name, method)) found.push(item);
  return found;
}

/** Yields the items of such a method. */
export async function* sequenceOf<Item>(
  name: string,
  method: () => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  yield* readHook(askHook(name, method, sequence));
}
