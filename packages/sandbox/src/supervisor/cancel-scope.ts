/** Tells many listeners, once, that a cell has ended. Lighter than an AbortSignal with hundreds of listeners. */
export class CancelScope {
  readonly #listeners = new Set<() => void>();
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Calls the listeners; a second time does nothing. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Adds a listener (called at once when it is too late); returns the function that removes it. */
  onCancel(listener: () => void): () => void {
    if (this.#isCancelled) {
      listener();
      return () => undefined;
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
