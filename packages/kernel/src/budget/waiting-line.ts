import { createAbortHub } from '@rlm/repl-types/internal';

/** One that waits for room in the accounts of its path. */
interface Waiter<Account> {
  readonly path: readonly Account[];
  /** Takes the room, or gives the accounts that have none now. Throws if there will be none. */
  readonly take: () => readonly Account[];
  /** Ends its wait. */
  readonly leave: (refused?: { readonly error: Error }) => void;
}

/**
 * Where calls wait for room in a tree of accounts: first in, first out. One that comes later is served before only if it shares no
 * account with one that waits in front of it for lack of room there, so none is overtaken for ever.
 */
export class WaitingLine<Account> {
  readonly #hub = createAbortHub();
  readonly #waiting = new Set<Waiter<Account>>();

  /** Resolves once `take` gives no account. Rejects with what it throws, and with the signal's reason. */
  async enter(
    path: readonly Account[],
    take: () => readonly Account[],
    abortSignal: AbortSignal,
  ): Promise<void> {
    abortSignal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave: Waiter<Account>['leave'] = (refused) => {
        unwatch();
        this.#waiting.delete(waiter);
        if (refused === undefined) resolve();
        else reject(refused.error);
      };
      const unwatch = this.#hub.watch(abortSignal, (error) => {
        leave({ error: error as Error });
        this.serve();
      });
      const waiter = { path, take, leave };
      this.#waiting.add(waiter);
      this.serve();
    });
  }

  /** Serves those that have room now. To be called whenever a call has given something back. */
  serve(): void {
    const full = new Set<Account>();
    for (const { path, take, leave } of this.#waiting) {
      if (path.some((account) => full.has(account))) continue;
      try {
        const lacking = take();
        if (lacking.length === 0) leave();
        for (const account of lacking) full.add(account);
      } catch (error) {
        leave({ error: error as Error });
      }
    }
  }
}
