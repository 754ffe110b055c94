import { Buffer, isAscii } from 'node:buffer';

/** What a text is assigned to. */
export interface TextHead {
  readonly id: number;
  readonly name: string;
  readonly isReserved: boolean;
  readonly bytes: number;
}

/** A text on its way, slice by slice. */
export interface TextInbox {
  begin(head: TextHead): void;
  add(slice: Buffer): void;
}

/**
 * Makes a {@link TextInbox}.
 *
 * @param onText Called when a text has arrived; `read` gives it, or throws if there was no memory for it.
 */
export function createTextInbox(onText: (head: TextHead, read: () => string) => void): TextInbox {
  let head: TextHead | undefined;
  let bytes: Buffer | undefined;
  let filled = 0;
  const finish = (): void => {
    if (head === undefined || filled < head.bytes) return;
    const whole = bytes;
    const complete = head;
    head = undefined;
    bytes = undefined;
    onText(complete, () => {
      if (whole === undefined) throw new RangeError('out of memory');
      // Most texts are ASCII, of which V8 keeps the bytes as they are.
      return whole.toString(isAscii(whole) ? 'latin1' : 'utf8');
    });
  };
  return {
    begin(next) {
      head = next;
      filled = 0;
      try {
        bytes = Buffer.allocUnsafeSlow(next.bytes);
      } catch {
        bytes = undefined;
      }
      finish();
    },
    add(slice) {
      if (bytes !== undefined) slice.copy(bytes, filled);
      filled += slice.length;
      finish();
    },
  };
}
