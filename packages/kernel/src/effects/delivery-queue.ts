/**
 * Delivers results one at a time, in the order in which they arrived. The next one is delivered
 * when the receiver of the last has become idle, so that what the receiver does next never depends
 * on chance.
 */
export class DeliveryQueue {
  readonly #untilIdle: () => Promise<void>;
  #waiting: (() => void)[] = [];
  /** The deliveries of this round, one after another; what arrives meanwhile waits for the next. */
  #round: readonly (() => void)[] = [];
  #next = 0;
  #isBusy = false;

  constructor(untilIdle: () => Promise<void>) {
    this.#untilIdle = untilIdle;
  }

  /** Calls `deliver` when it is its turn. */
  put(deliver: () => void): void {
    this.#waiting.push(deliver);
    if (!this.#isBusy) void this.#work();
  }

  /** Delivers everything that waits, at once. */
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
