import { untilExpired } from '@rlm/repl-types/internal';

/** Guests that are being ended, and those that arrive after they are no longer wanted. */
export class Departures {
  readonly #leaving = new Set<Promise<unknown>>();

  /** Keeps track of something that ends by itself; how it ends does not matter. */
  add(ending: Promise<unknown>): void {
    const left = ending
      .catch(() => undefined)
      .finally(() => {
        this.#leaving.delete(left);
      });
    this.#leaving.add(left);
  }

  /** Resolves when all are gone, those too that are added while it waits, or after `maxMs`. */
  async settled(maxMs: number): Promise<void> {
    if (this.#leaving.size === 0) return;
    await untilExpired(this.#empty(), maxMs, () => undefined);
  }

  async #empty(): Promise<void> {
    while (this.#leaving.size > 0) await Promise.all(this.#leaving);
  }
}
