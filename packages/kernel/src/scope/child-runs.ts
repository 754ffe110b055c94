/** The child runs of one run. */
export class ChildRuns {
  readonly #active = new Set<Promise<void>>();
  #count = 0;

  /** The number of the next child, from 1. */
  nextNumber(): number {
    this.#count += 1;
    return this.#count;
  }

  /** Adds a child that has started; the returned function removes it when it has ended. */
  add(): () => void {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#active.add(ended);
    return () => {
      this.#active.delete(ended);
      end();
    };
  }

  /** Resolves when every active child has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#active);
  }
}
