import { askHook, awaitHook } from '@rlm/repl-types/internal';
import { rule } from '@rlm/repl-types/options';

const sequence = /* @__PURE__ */ rule(
  'an asynchronous sequence',
  (value) => typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function',
);

/** All items that a method of a store gives, which may be a caller's own: no fault of it is lost. `name` says which it is. */
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
