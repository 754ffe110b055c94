import { askHook, awaitHook } from '@rlm/repl-types/internal';
import { rule } from '@rlm/repl-types/options';

const sequence = /* @__PURE__ */ rule(
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
  const items = askHook(name, method, sequence)[Symbol.asyncIterator]();
  const found: Item[] = [];
  for (;;) {
    const next = await awaitHook(() => items.next());
    if (next.done === true) return found;
    found.push(next.value);
  }
}
