import { defineValue, getOwnPropertyDescriptor, globals, hasOwn } from './intrinsics.js';
import { isSame } from './names.js';
import { headOf, withThousands } from './text.js';

/** The most characters of `_out`, which is what the last cell printed, whole, as an ordinary name. */
let most = 0;
/** What this cell has printed, and how many characters more. */
let printed = '';
let dropped = 0;
/** What `_out` is, unless a cell has taken the name. */
let known = '';

/** Defines `_out`, with a limit in characters. */
export function defineOutput(limit: number): void {
  most = limit;
  defineValue(globals, '_out', known, false);
}

/** Notes what is printed. */
export function keepOutput(text: string): void {
  const kept = headOf(text, most - printed.length);
  dropped += text.length - kept.length;
  printed += kept;
}

/** Gives `_out` what the cell printed, if it printed anything, unless the cell `keeps` it as it is. */
export function endOutput(keeps: boolean): void {
  const note =
    dropped === 0 ? '' : '\n... (' + withThousands(dropped) + ' characters left out) ...';
  const isChanged = printed !== '' && !keeps;
  const next = isChanged ? printed + note : known;
  printed = '';
  dropped = 0;
  const present = getOwnPropertyDescriptor(globals, '_out');
  try {
    if (present === undefined || (hasOwn(present, 'value') && isSame(present.value, known))) {
      known = next;
      if (present === undefined || isChanged) defineValue(globals, '_out', known, false);
    } else if (hasOwn(present, 'value') && present.enumerable === false) {
      // A cell has taken the name: the value is its own, and a variable.
      defineValue(globals, '_out', present.value, true);
    }
  } catch {
    // The memory is full, or a cell has frozen the name: its own loss.
  }
}
