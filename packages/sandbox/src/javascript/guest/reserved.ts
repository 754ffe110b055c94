import { defineValue, each, guestGlobal, isEnumerable, isOwnValue, push } from './intrinsics.js';
import type { Variables } from './variables.js';

/** Names that cells may shadow but not lose: they are put back before each cell. */
export interface Reserved {
  /** A name of the sandbox: no variable of the user. */
  add(name: string, value: unknown): void;
  /** A variable that the host assigned and the guest may not lose (`context`). */
  addVariable(name: string, value: unknown): void;
  restore(): void;
}

/** Makes {@link Reserved}. */
export function createReserved(variables: Variables): Reserved {
  const entries: { name: string; value: unknown; enumerable: boolean }[] = [];
  const put = (name: string, value: unknown, enumerable: boolean): void => {
    let index = 0;
    while (index < entries.length && entries[index]?.name !== name) index++;
    const known = entries[index];
    if (index < entries.length && known !== undefined) known.value = value;
    else push(entries, { name, value, enumerable });
  };
  const restore = (): void => {
    each(entries, ({ name, value, enumerable }) => {
      // Comparing a text with itself takes a pass over it in QuickJS: a big one is put back unseen.
      const isThere = typeof value !== 'string' && isOwnValue(guestGlobal, name, value);
      if (isThere && isEnumerable(guestGlobal, name) === enumerable) return;
      try {
        defineValue(guestGlobal, name, value, enumerable);
      } catch {
        // A cell has frozen the name: its own loss.
      }
    });
  };
  return {
    add(name, value) {
      variables.hide(name);
      put(name, value, false);
      restore();
    },
    addVariable(name, value) {
      put(name, value, true);
    },
    restore,
  };
}
