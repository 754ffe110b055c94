import { systemClock } from '../platform/system.js';

/** How long the pauses are. */
export interface PauseTimes {
  /** In milliseconds. Each is twice as long as the one before. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Work that is done again and again, with pauses. */
export class Pauses {
  #controller: AbortController | undefined;

  /** Does `work` after each pause, until it or `end` ends that. After a change the pauses are short again. Once at a time. */
  async run(
    { firstMs, maxMs }: PauseTimes,
    work: () => Promise<'again' | 'changed' | 'end'>,
  ): Promise<void> {
    if (this.#controller !== undefined) return;
    const controller = new AbortController();
    this.#controller = controller;
    try {
      for (let pause = firstMs; ; pause = Math.min(2 * pause, maxMs)) {
        await systemClock.sleep(pause, controller.signal).catch(() => undefined);
        if (controller.signal.aborted) return;
        const outcome = await work();
        if (outcome === 'end') return;
        if (outcome === 'changed') pause = firstMs / 2;
      }
    } finally {
      if (this.#controller === controller) this.#controller = undefined;
    }
  }

  /** Ends the work and its pause: no timer is left. */
  end(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }
}
