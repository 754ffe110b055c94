/** What was put in, in order, for one reader that sleeps while there is nothing. */
export class Mailbox<T> {
  #items: T[] = [];
  #knocked = false;
  #wake: (() => void) | undefined;

  put(item: T): void {
    this.#items.push(item);
    this.knock();
  }

  /** Wakes the reader without an item. */
  knock(): void {
    this.#knocked = true;
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  /** Everything that is there, which is then no longer there. */
  take(): readonly T[] {
    const items = this.#items;
    if (items.length > 0) this.#items = [];
    return items;
  }

  /** Resolves at the next knock; at once when there was one since the last wait. */
  async wait(): Promise<void> {
    if (!this.#knocked) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#knocked = false;
  }
}
