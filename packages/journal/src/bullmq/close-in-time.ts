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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, answerMs);
  });
  const closed = Promise.allSettled(closables.map((closable) => closable.close()));
  try {
    await Promise.race([
      closed,
      late.then(() => {
        for (const closable of closables) closable.disconnect().catch(() => undefined);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
