/** Events in order, for one reader that waits while there are none. */
export class EventQueue<T> {
  #items: T[] = [];
  #isAwake = false;
  #resume: (() => void) | undefined;

  put(item: T): void {
    this.#items.push(item);
    this.wake();
  }

  /** Wakes the reader without an event. */
  wake(): void {
    this.#isAwake = true;
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  /** Empties the queue. */
  take(): readonly T[] {
    const items = this.#items;
    if (items.length > 0) this.#items = [];
    return items;
  }

  /** Resolves at the next `wake`; at once when there was one since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    this.#isAwake = false;
  }
}
