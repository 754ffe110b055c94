import { untilExpired } from '@rlm/repl-types/internal';

import { answerMs } from './reach.js';

/** An object with a connection of BullMQ. */
interface Closable {
  close(): Promise<void>;
  disconnect(): Promise<void>;
}

/**
 * Closes objects with a connection. If a server does not release it in time (it is down, or demands a password), stops
 * waiting: closing must not take forever.
 */
export async function closeInTime(closables: readonly Closable[]): Promise<void> {
  const closed = Promise.allSettled(closables.map((closable) => closable.close()));
  await untilExpired(closed, answerMs, () => {
    for (const closable of closables) closable.disconnect().catch(() => undefined);
  });
}
