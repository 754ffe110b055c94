import { abortHub } from '@rlm/repl-types/internal';

/** A call that waits until it fits into the accounts of its path. */
interface Waiter<Account> {
  readonly path: readonly Account[];
  /**
   * Reserves what the call needs, or returns the accounts that are too full now. Throws if it will
   * never fit.
   */
  readonly take: () => readonly Account[];
  /** Ends the wait. */
  readonly leave: (refused?: { readonly error: Error }) => void;
}

/**
 * Where calls wait until they fit into a tree of accounts: first in, first out. A later call is
 * served first only if it shares no full account with a call that waits before it, so no call waits
 * for ever.
 */
export class WaitingLine<Account> {
  readonly #waiting = new Set<Waiter<Account>>();

  /**
   * Resolves once `take` returns no account: at once for most calls. Rejects with what it throws, and
   * with the signal's reason.
   */
  async enter(
    path: readonly Account[],
    take: () => readonly Account[],
    abortSignal: AbortSignal,
  ): Promise<void> {
    abortSignal.throwIfAborted();
    if (this.#waiting.size === 0 && take().length === 0) return;
    await new Promise<void>((resolve, reject) => {
      const leave: Waiter<Account>['leave'] = (refused) => {
        unwatch();
        this.#waiting.delete(waiter);
        if (refused === undefined) resolve();
        else reject(refused.error);
      };
      const unwatch = abortHub.watch(abortSignal, (error) => {
        leave({ error: error as Error });
        this.serve();
      });
      const waiter = { path, take, leave };
      this.#waiting.add(waiter);
      this.serve();
    });
  }

  /** Serves the calls that fit now. Must be called whenever a call has released something. */
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
