import { parentPort, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';

import { present } from '../present.js';
import { control, type FromWorker, type ToWorker } from '../protocol.js';

/** The worker's end of the line to its owner: blocking, since the interpreter is. */
export interface Mailbox {
  /** The next message; sleeps until there is one. */
  take(): ToWorker;
  post(message: FromWorker, transfer?: readonly ArrayBuffer[]): void;
  /** Sleeps for so long, or until the owner wants the cell to stop. */
  sleep(ms: number): void;
  /** Whether the owner wants the running cell to stop. */
  readonly isStopWanted: () => boolean;
}

/** Opens the mailbox over the shared control words. */
export function openMailbox(words: Int32Array, inbox: MessagePort | undefined): Mailbox {
  const owner = present(parentPort, 'the owner');
  const post = owner.postMessage.bind(owner);
  return {
    take() {
      const port = present(inbox, 'the inbox');
      for (;;) {
        const received: { message: ToWorker } | undefined = receiveMessageOnPort(port);
        if (received !== undefined) return received.message;
        Atomics.wait(words, control.wake, 0);
        Atomics.store(words, control.wake, 0);
      }
    },
    post(message, transfer = []) {
      post(message, transfer);
    },
    sleep(ms) {
      Atomics.wait(words, control.stop, 0, ms);
    },
    isStopWanted: () => Atomics.load(words, control.stop) !== 0,
  };
}
