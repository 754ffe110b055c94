import {
  create,
  defineProperty,
  defineValue,
  each,
  guestGlobal,
  isEnumerable,
  isOwnValue,
  keys,
} from './intrinsics.js';
import type { Variables } from './variables.js';

/** Names that cells may take but not keep: they have their values again before each cell. */
export interface Reserved {
  /** A name of the sandbox: no variable of the user. */
  add(name: string, value: unknown): void;
  /** A variable that the host assigned and the guest may not lose (`context`). */
  addVariable(name: string, value: unknown): void;
  /** A variable that the host assigned, from now on an ordinary one. */
  removeVariable(name: string): void;
  restore(): void;
  /** Visits each name that the cell has taken. */
  eachTaken(visit: (name: string, isVariable: boolean) => void): void;
}

/** Changes the value of a property that cannot be defined anew: a function that a cell declares makes such a one. */
function changeValue(name: string, value: unknown): void {
  try {
    defineProperty(guestGlobal, name, { __proto__: null, value } as PropertyDescriptor);
  } catch {
    // A cell has frozen the name: its own loss.
  }
}

/** Makes {@link Reserved}. */
export function createReserved(variables: Variables): Reserved {
  const entries = create(null) as Record<
    string,
    { value: unknown; isVariable: boolean } | undefined
  >;
  const eachEntry = (visit: (name: string, value: unknown, isVariable: boolean) => void): void => {
    each(keys(entries), (name) => {
      const entry = entries[name];
      if (entry !== undefined) visit(name, entry.value, entry.isVariable);
    });
  };
  const restore = (): void => {
    eachEntry((name, value, isVariable) => {
      // Comparing a text with itself takes a pass over it in QuickJS: a big one is put back unseen.
      const isThere = typeof value !== 'string' && isOwnValue(guestGlobal, name, value);
      if (isThere && isEnumerable(guestGlobal, name) === isVariable) return;
      try {
        defineValue(guestGlobal, name, value, isVariable);
      } catch {
        changeValue(name, value);
      }
    });
  };
  return {
    add(name, value) {
      variables.hide(name);
      entries[name] = { value, isVariable: false };
      restore();
    },
    addVariable(name, value) {
      entries[name] = { value, isVariable: entries[name]?.isVariable ?? true };
    },
    removeVariable(name) {
      if (entries[name]?.isVariable === true) entries[name] = undefined;
    },
    restore,
    eachTaken(visit) {
      eachEntry((name, value, isVariable) => {
        if (!isOwnValue(guestGlobal, name, value)) visit(name, isVariable);
      });
    },
  };
}
