import { grep } from './grep.js';
import {
  create,
  defineProperty,
  defineValue,
  each,
  getOwnPropertyDescriptor,
  guestGlobal,
  hasOwn,
  keys,
  lookupGetter,
} from './intrinsics.js';
import { chunk, lines } from './pieces.js';
import type { Variables } from './variables.js';

/** Whether a global name has exactly this value. Runs no getter. */
function holds(name: string, value: unknown): boolean {
  return (
    hasOwn(guestGlobal, name) &&
    lookupGetter(guestGlobal, name) === undefined &&
    guestGlobal[name] === value
  );
}

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

/** Makes {@link Reserved}. */
export function createReserved(variables: Variables): Reserved {
  interface Entry {
    readonly value: unknown;
    readonly isVariable: boolean;
  }
  const entries = create(null) as Record<string, Entry | undefined>;
  const eachEntry = (visit: (name: string, entry: Entry) => void): void => {
    each(keys(entries), (name) => {
      const entry = entries[name];
      if (entry !== undefined) visit(name, entry);
    });
  };
  const put = (name: string, { value, isVariable }: Entry): void => {
    // Comparing a text with itself takes a pass over it in QuickJS: a big one is put back unseen.
    const isThere = typeof value !== 'string' && holds(name, value);
    const isSeen = getOwnPropertyDescriptor(guestGlobal, name)?.enumerable;
    if (isThere && isSeen === isVariable) return;
    try {
      defineValue(guestGlobal, name, value, isVariable);
    } catch {
      // A function that a cell declares makes a property that cannot be defined anew, only changed.
      try {
        defineProperty(guestGlobal, name, { __proto__: null, value } as PropertyDescriptor);
      } catch {
        // A cell has frozen the name: its own loss.
      }
    }
  };
  return {
    add(name, value) {
      variables.hide(name);
      put(name, (entries[name] = { value, isVariable: false }));
    },
    addVariable(name, value) {
      entries[name] = { value, isVariable: entries[name]?.isVariable ?? true };
    },
    removeVariable(name) {
      if (entries[name]?.isVariable === true) entries[name] = undefined;
    },
    restore() {
      eachEntry(put);
    },
    eachTaken(visit) {
      eachEntry((name, { value, isVariable }) => {
        if (!holds(name, value)) visit(name, isVariable);
      });
    },
  };
}

/**
 * Functions that models write again in every run, as ordinary names: a value that a cell or the host assigns to one
 * stays, and belongs to the user.
 */
export interface Helpers {
  /** Defines those that are missing, and lets those be seen that have become the user's. */
  settle(): void;
  /** Does the same before a cell, and notes whose names are the user's. */
  begin(): void;
  /** Visits each whose name the cell has taken. */
  eachTaken(visit: (name: string) => void): void;
}

/** Makes {@link Helpers}. */
export function createHelpers(): Helpers {
  const helpers: Readonly<Record<string, unknown>> = { __proto__: null, grep, lines, chunk };
  const names = keys(helpers);
  const users = create(null) as Record<string, boolean>;
  const isTaken = (name: string): boolean =>
    hasOwn(guestGlobal, name) && !holds(name, helpers[name]);
  const settle = (): void => {
    each(names, (name) => {
      if (holds(name, helpers[name])) return;
      const present = getOwnPropertyDescriptor(guestGlobal, name);
      try {
        if (present === undefined) defineValue(guestGlobal, name, helpers[name], false);
        else if (present.enumerable === false && hasOwn(present, 'value')) {
          defineValue(guestGlobal, name, present.value, true);
        }
      } catch {
        // A cell has frozen the name, or the global object: its own loss.
      }
    });
  };
  return {
    settle,
    begin() {
      settle();
      each(names, (name) => {
        users[name] = isTaken(name);
      });
    },
    eachTaken(visit) {
      each(names, (name) => {
        if (users[name] !== true && isTaken(name)) visit(name);
      });
    },
  };
}
