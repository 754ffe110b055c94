import {
  defineValue,
  getOwnPropertyDescriptor,
  guestGlobal,
  join,
  push,
  slice,
  toText,
} from './intrinsics.js';
import { offPair } from './off-pair.js';
import { groupDigits } from './show-value.js';

/** How many pieces of a text are joined at once. */
const maxParts = 4_096;

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
  let joined = '';
  let parts: string[] = [];
  let room = limit;
  let dropped = 0;
  let isLeft = false;
  let known = '';
  const begin = (isRead: boolean): void => {
    joined = '';
    parts = [];
    room = limit;
    dropped = 0;
    isLeft = isRead;
  };
  /** Gives `_out` a text, or defines it again if a cell has changed it. */
  const define = (text?: string): void => {
    const present = getOwnPropertyDescriptor(guestGlobal, '_out');
    if (present !== undefined && (!('value' in present) || present.value !== known)) {
      // A cell has taken the name: the value is its own, and a variable.
      if ('value' in present && !present.enumerable)
        defineValue(guestGlobal, '_out', present.value, true);
      return;
    }
    const isUnchanged = present?.enumerable === false && present.writable && present.configurable;
    if (text === undefined && isUnchanged === true) return;
    known = text ?? known;
    defineValue(guestGlobal, '_out', known, false);
  };
  define('');
  return {
    begin,
    add(text) {
      let kept = text;
      if (text.length > room) {
        kept = slice(text, 0, offPair(text, room));
        dropped += text.length - kept.length;
      }
      if (kept === '') return;
      room -= kept.length;
      push(parts, kept);
      if (parts.length < maxParts) return;
      joined += join(parts, '');
      parts = [];
    },
    end() {
      try {
        const text = joined + join(parts, '');
        const isNew = text !== '' && !isLeft;
        const note =
          dropped === 0
            ? ''
            : '\n... (' + groupDigits(toText(dropped)) + ' characters left out) ...';
        begin(false);
        define(isNew ? text + note : undefined);
      } catch {
        // The guest's memory is full, or a cell has frozen the name: its own loss.
        begin(false);
      }
    },
  };
}
