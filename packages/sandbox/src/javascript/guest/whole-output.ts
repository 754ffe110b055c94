import { defineValue, getOwnPropertyDescriptor, globals, hasOwn } from './intrinsics.js';
import { isSame } from './names.js';
import { headOf, withThousands } from './text.js';

/** What the last cell printed, whole up to a limit, as the ordinary name `_out`. */
export interface WholeOutput {
  add(text: string): void;
  /** Gives `_out` what the cell printed, if it printed anything, unless it `keeps` the name as it is. */
  end(keeps: boolean): void;
}

/** Makes a {@link WholeOutput} of at most `limit` characters, and defines `_out`. */
export function createWholeOutput(limit: number): WholeOutput {
  let text = '';
  let dropped = 0;
  let known = '';
  defineValue(globals, '_out', known, false);
  return {
    add(more) {
      const kept = headOf(more, limit - text.length);
      dropped += more.length - kept.length;
      text += kept;
    },
    end(keeps) {
      const note =
        dropped === 0 ? '' : '\n... (' + withThousands(dropped) + ' characters left out) ...';
      const printed = text;
      text = '';
      dropped = 0;
      const present = getOwnPropertyDescriptor(globals, '_out');
      try {
        if (present !== undefined && (!hasOwn(present, 'value') || !isSame(present.value, known))) {
          // A cell has taken the name: the value is its own, and a variable.
          if (hasOwn(present, 'value') && present.enumerable === false) {
            defineValue(globals, '_out', present.value, true);
          }
        } else if (present === undefined || (printed !== '' && !keeps)) {
          if (printed !== '' && !keeps) known = printed + note;
          defineValue(globals, '_out', known, false);
        }
      } catch {
        // The memory is full, or a cell has frozen the name: its own loss.
      }
    },
  };
}
