import { defineProperty, getOwnPropertyDescriptor, guestGlobal, push } from './intrinsics.js';
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
    for (const entry of entries) {
      if (entry.name !== name) continue;
      entry.value = value;
      return;
    }
    push(entries, { name, value, enumerable });
  };
  const restore = (): void => {
    for (const { name, value, enumerable } of entries) {
      // Comparing a text with itself takes a pass over it in QuickJS: a big one is put back unseen.
      const present =
        typeof value === 'string' ? undefined : getOwnPropertyDescriptor(guestGlobal, name);
      if (present !== undefined && 'value' in present && present.value === value) {
        if (present.enumerable === enumerable) continue;
      }
      try {
        defineProperty(guestGlobal, name, {
          value,
          enumerable,
          configurable: true,
          writable: true,
        });
      } catch {
        // A cell has frozen the name: its own loss.
      }
    }
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
