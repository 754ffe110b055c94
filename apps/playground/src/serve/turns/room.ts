/** How much there is of something, in all and for each client. */
export interface RoomLimits {
  readonly inAll: number;
  readonly perClient: number;
}

/** Something of which there is a bounded amount: memory, or turns to compute. */
export interface Room {
  /** Waits until there is room for so much, and gives what makes room again. Rejects with the signal's reason. */
  enter(client: string, amount: number, abortSignal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly client: string;
  readonly amount: number;
  readonly go: () => void;
}

/**
 * Lets in one after the other, in the order in which they came, as long as there is room; who has his share waits, and others go
 * before him. Who needs more than there is goes in alone.
 */
export function createRoom(limits: RoomLimits): Room {
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
