import { nextTurn } from './system.js';

/**
 * Hands results over one at a time, in the order in which they came; between two of them, in one turn of
 * the event loop, whoever got the last one runs until it is idle (design, section 8).
 */
export class Delivery {
  #waiting: (() => void)[] = [];
  #busy = false;

  /** Calls `hand` when its turn has come. */
  put(hand: () => void): void {
    this.#waiting.push(hand);
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const round = this.#waiting;
      this.#waiting = [];
      for (const hand of round) {
        hand();
        await nextTurn();
      }
    }
    this.#busy = false;
  }
}
