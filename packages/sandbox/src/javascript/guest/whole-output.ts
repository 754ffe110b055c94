import { defineValue, getOwnPropertyDescriptor, guestGlobal } from './intrinsics.js';
import { headOf, withThousands } from './text.js';

/** What the last cell printed, whole up to a limit, as the ordinary name `_out`. */
export interface WholeOutput {
  /** Begins a cell; one that reads `_out` leaves it as it is. */
  begin(isRead: boolean): void;
  add(text: string): void;
  /** Gives `_out` what the cell printed, if it printed anything. */
  end(): void;
}

/** Makes a {@link WholeOutput} of at most `limit` characters, and defines `_out`. */
export function createWholeOutput(limit: number): WholeOutput {
  let text = '';
  let dropped = 0;
  let isLeft = false;
  let known = '';
  /** Gives `_out` a text, or defines it again if a cell has changed it. */
  const define = (next: string): void => {
    const present = getOwnPropertyDescriptor(guestGlobal, '_out');
    if (present !== undefined && (!('value' in present) || present.value !== known)) {
      // A cell has taken the name: the value is its own, and a variable.
      if ('value' in present && present.enumerable === false) {
        defineValue(guestGlobal, '_out', present.value, true);
      }
      return;
    }
    known = next;
    defineValue(guestGlobal, '_out', known, false);
  };
  define('');
  return {
    begin(isRead) {
      text = '';
      dropped = 0;
      isLeft = isRead;
    },
    add(more) {
      const kept = headOf(more, limit - text.length);
      dropped += more.length - kept.length;
      text += kept;
    },
    end() {
      const note =
        dropped === 0 ? '' : '\n... (' + withThousands(dropped) + ' characters left out) ...';
      const next = text === '' || isLeft ? known : text + note;
      text = '';
      try {
        define(next);
      } catch {
        // The guest's memory is full, or a cell has frozen the name: its own loss.
      }
    },
  };
}
