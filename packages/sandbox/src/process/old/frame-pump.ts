import type { Writable } from 'node:stream';

import type { EncodedFrame } from './encode-frame.js';

/** Writes frames one after the other, no faster than the guest reads them. */
export interface FramePump {
  write(frame: EncodedFrame): void;
  /** Frames that the guest has not taken yet. */
  waiting(): number;
  /** Drops everything that is not written yet. */
  stop(): void;
}

/** A pump for `stream`. Its errors (the guest has gone) are ignored: the guest's end is reported elsewhere. */
export function createFramePump(stream: Writable): FramePump {
  let queue: Iterator<Uint8Array>[] = [];
  let isWaiting = false;

  const run = (): void => {
    while (!isWaiting) {
      const current = queue[0];
      if (current === undefined) return;
      const next = current.next();
      if (next.done === true) queue.shift();
      else isWaiting = !stream.write(next.value);
    }
  };
  stream.on('error', () => undefined);
  stream.on('drain', () => {
    isWaiting = false;
    run();
  });

  return {
    write(frame) {
      queue.push(frame[Symbol.iterator]());
      run();
    },
    waiting: () => queue.length,
    stop() {
      queue = [];
      isWaiting = true;
    },
  };
}
