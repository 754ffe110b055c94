import { addName, changeName } from './names.js';
import { headOf, withThousands } from './text.js';

/** The most characters of `_out`, which is what the last cell printed, whole, as an ordinary name. */
let most = 0;
/** What this cell has printed, and how many characters more. */
let printed = '';
let dropped = 0;

/** Defines `_out`, with a limit in characters. */
export function defineOutput(limit: number): void {
  most = limit;
  addName('_out', '', 'output');
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
  const text = printed;
  printed = '';
  dropped = 0;
  try {
    if (text !== '' && !keeps) changeName('_out', text + note);
  } catch {
    // The memory is full.
  }
}
