/**
 * Hands results over one at a time, in the order in which they came; between two of them whoever got
 * the last one runs until it is idle (design, section 8).
 */
export class Delivery {
  readonly #idle: () => Promise<void>;
  #waiting: (() => void)[] = [];
  #busy = false;

  constructor(idle: () => Promise<void>) {
    this.#idle = idle;
  }

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
        await this.#idle();
      }
    }
    this.#busy = false;
  }
}
