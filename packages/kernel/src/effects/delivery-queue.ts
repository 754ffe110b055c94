/**
 * Delivers results one at a time, in the order in which they came. The next is delivered when whoever got the last one has
 * nothing more to do with it, so that what it does next never depends on chance (design, section 8).
 */
export class DeliveryQueue {
  readonly #untilIdle: () => Promise<void>;
  #waiting: (() => void)[] = [];
  /** Those whose turn it is, one after another; what comes meanwhile waits. */
  #round: readonly (() => void)[] = [];
  #next = 0;
  #isBusy = false;

  constructor(untilIdle: () => Promise<void>) {
    this.#untilIdle = untilIdle;
  }

  /** Calls `deliver` when its turn has come. */
  put(deliver: () => void): void {
    this.#waiting.push(deliver);
    if (!this.#isBusy) void this.#work();
  }

  /** Delivers all that waits, at once. */
  flush(): void {
    while (this.#deliverNext());
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#deliverNext()) await this.#untilIdle();
    this.#isBusy = false;
  }

  #deliverNext(): boolean {
    if (this.#next === this.#round.length) {
      this.#round = this.#waiting;
      this.#waiting = [];
      this.#next = 0;
    }
    const deliver = this.#round[this.#next];
    if (deliver === undefined) return false;
    this.#next += 1;
    deliver();
    return true;
  }
}
