import { EventBuffer } from './event-buffer.js';
import type { PublishedEvent } from './events.js';

/** Events in order, for one reader that waits while there are none. */
export class EventQueue {
  readonly #events: EventBuffer<PublishedEvent>;
  #isAwake = false;
  #resume: (() => void) | undefined;

  /** @param maxBytes How many bytes of events wait for the reader at most. */
  constructor(maxBytes: number) {
    this.#events = new EventBuffer(maxBytes, Infinity);
  }

  put(event: PublishedEvent): void {
    this.#events.push(event);
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
  take(): readonly PublishedEvent[] {
    return this.#events.takeAll();
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
