import { createChanges } from '@rlm/repl-types/internal';

/** The results of a job so far, for any number of readers. */
export interface Results<T> extends AsyncIterable<T> {
  add(item: T): void;
  /** Ends the results, with `error` if something ended them early. */
  end(error?: Error): void;
}

/**
 * Results in the order in which they were added; each reader gets all of them.
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
