import { createChanges } from '@rlm/repl-types/internal';

/** What a job has come to so far, for any number of readers. */
export interface Results<T> extends AsyncIterable<T> {
  add(item: T): void;
  /** There are no more, or `error` ended them. */
  end(error?: Error): void;
}

/**
 * Results that are read in the order in which they were added, each reader from the first.
 *
 * @param onLeave Called when a reader leaves before the end.
 */
export function createResults<T>(onLeave: () => void): Results<T> {
  const items: T[] = [];
  let ending: { readonly error: Error | undefined } | undefined;
  const changes = createChanges();

  async function* read(): AsyncGenerator<T> {
    let isWhole = false;
    try {
      for (let next = 0; ;) {
        const known = items.slice(next);
        next += known.length;
        yield* known;
        if (next < items.length) continue;
        if (ending !== undefined) break;
        await changes.next();
      }
      isWhole = true;
      if (ending.error !== undefined) throw ending.error;
    } finally {
      if (!isWhole) onLeave();
    }
  }

  return {
    add(item) {
      items.push(item);
      changes.tell();
    },
    end(error) {
      ending = { error };
      changes.tell();
    },
    [Symbol.asyncIterator]: read,
  };
}
