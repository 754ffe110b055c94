import { grep } from './grep.js';
import {
  create,
  defineValue,
  each,
  getOwnPropertyDescriptor,
  guestGlobal,
  hasOwn,
  isOwnValue,
} from './intrinsics.js';
import { chunk, lines } from './pieces.js';

const helpers: readonly { readonly name: string; readonly value: unknown }[] = [
  { name: 'grep', value: grep },
  { name: 'lines', value: lines },
  { name: 'chunk', value: chunk },
];

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
  const users = create(null) as Record<string, boolean>;
  const isTaken = (name: string, value: unknown): boolean =>
    hasOwn(guestGlobal, name) && !isOwnValue(guestGlobal, name, value);
  const settle = (): void => {
    each(helpers, ({ name, value }) => {
      if (isOwnValue(guestGlobal, name, value)) return;
      const present = getOwnPropertyDescriptor(guestGlobal, name);
      try {
        if (present === undefined) defineValue(guestGlobal, name, value, false);
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
      each(helpers, ({ name, value }) => {
        users[name] = isTaken(name, value);
      });
    },
    eachTaken(visit) {
      each(helpers, ({ name, value }) => {
        if (users[name] !== true && isTaken(name, value)) visit(name);
      });
    },
  };
}
