import type { ClientLimits } from '../client-quota.js';

/** Something of which there is a bounded amount: memory, or turns to compute. */
export interface ClientSemaphore {
  /** Waits until `amount` is free; the returned function gives it back. Rejects with the signal's reason. */
  enter(client: string, amount: number, abortSignal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly client: string;
  readonly amount: number;
  readonly go: () => void;
}

/**
 * Lets in one after the other, in the order in which they came, as long as enough is free. A client that
 * has its share waits, and others go before it. Whoever needs more than there is goes in alone.
 */
export function createClientSemaphore(limits: ClientLimits): ClientSemaphore {
  const inside = new Set<Pick<Waiting, 'client' | 'amount'>>();
  const queue: Waiting[] = [];

  const fits = (others: readonly Pick<Waiting, 'amount'>[], more: number, most: number): boolean =>
    others.length === 0 || others.reduce((sum, { amount }) => sum + amount, more) <= most;
  const hasShare = ({ client, amount }: Waiting): boolean =>
    fits(
      [...inside].filter((each) => each.client === client),
      amount,
      limits.perClient,
    );
  const letIn = (): void => {
    for (;;) {
      const at = queue.findIndex(hasShare);
      const next = queue[at];
      if (next === undefined || !fits([...inside], next.amount, limits.inAll)) return;
      queue.splice(at, 1);
      next.go();
    }
  };

  return {
    enter: (client, amount, abortSignal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(abortSignal.reason as Error);
          letIn();
        };
        const waiting: Waiting = {
          client,
          amount,
          go() {
            abortSignal.removeEventListener('abort', abort);
            const place = { client, amount };
            inside.add(place);
            resolve(() => {
              if (inside.delete(place)) letIn();
            });
          },
        };
        if (abortSignal.aborted) {
          reject(abortSignal.reason as Error);
          return;
        }
        abortSignal.addEventListener('abort', abort, { once: true });
        queue.push(waiting);
        letIn();
      }),
  };
}
