import { answerMs } from './reach.js';

/** What has a connection of BullMQ's. */
interface Closable {
  close(): Promise<void>;
  disconnect(): Promise<void>;
}

/**
 * Closes what has a connection. A server that does not let it go within the time of an answer (it is down, or demands a password) is
 * left without its word: who closes is not to wait for ever.
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
