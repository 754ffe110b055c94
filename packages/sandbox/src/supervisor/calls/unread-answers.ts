import { createChanges } from '@rlm/repl-types/internal';

import { onAbort } from '../on-abort.js';

/** Bytes of answers that may wait for their guest at one time; further functions are called when it has taken some. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** The answers that are there and that the guest of a cell has not taken yet. */
export interface UnreadAnswers {
  /** Counts an answer of a number of bytes. */
  add(bytes: number): void;
  /** The guest has taken it. */
  remove(bytes: number): void;
  /** Resolves when another answer fits, or counting has ended; undefined if one fits now. */
  room(): Promise<void> | undefined;
  /** Stops counting: everything that waits continues. */
  end(): void;
}

/** Makes {@link UnreadAnswers} of a cell; they end with `abortSignal`. */
export function createUnreadAnswers(abortSignal: AbortSignal): UnreadAnswers {
  const changes = createChanges();
  let unread = 0;
  let isOver = false;
  const isFull = (): boolean => unread > maxUnreadBytes && !isOver;
  const end = (): void => {
    isOver = true;
    changes.tell();
  };
  const emptied = async (): Promise<void> => {
    while (isFull()) await changes.next();
  };
  onAbort(abortSignal, end);
  return {
    add(bytes) {
      unread += bytes;
    },
    remove(bytes) {
      unread -= bytes;
      changes.tell();
    },
    room: () => (isFull() ? emptied() : undefined),
    end,
  };
}
