import type { GuestFrame } from '../../contract/frames.js';
import type { WorkerMessage, WorkerNotice } from './protocol.js';

/** Collects the worker's messages, and sends them in few batches. */
export interface Outbox {
  add(item: GuestFrame | WorkerNotice): void;
  flush(transfer?: readonly ArrayBuffer[]): void;
}

/** Makes an {@link Outbox} over a way to post. */
export function createOutbox(
  post: (message: WorkerMessage, transfer: readonly ArrayBuffer[]) => void,
): Outbox {
  let items: (GuestFrame | WorkerNotice)[] = [];
  return {
    add(item) {
      items.push(item);
    },
    flush(transfer = []) {
      if (items.length === 0) return;
      const message = items;
      items = [];
      post(message, transfer);
    },
  };
}
