import type { CallModelOptions } from './call-options.js';
import { headOf } from './limit-reply.js';

/** Stands between a call and whoever listens to it: knows what was heard, over all attempts. */
export class Listener {
  /** Called with each piece of a stream; undefined when the call is not to be streamed. */
  readonly onText: ((delta: string) => 'stop' | undefined) | undefined;
  attempts = 0;
  readonly #options: CallModelOptions;
  readonly #maxChars: number;
  #heard: string[] = [];
  #chars = 0;

  constructor(options: CallModelOptions, streaming: boolean, maxChars: number) {
    this.#options = options;
    this.#maxChars = maxChars;
    const { onText } = options;
    this.onText =
      streaming && onText !== undefined
        ? (delta) => {
            const part = headOf(delta, this.#maxChars - this.#chars);
            this.#chars += part.length;
            if (part === '') return undefined;
            this.#heard.push(part);
            return onText(part);
          }
        : undefined;
  }

  /** What the last attempt gave so far. */
  get heard(): string {
    return this.#heard.join('');
  }

  /** A new attempt begins: what was heard of the one before is void. */
  restart(): void {
    this.attempts += 1;
    this.reset();
  }

  /** Takes back what was heard. */
  reset(): void {
    if (this.#heard.length === 0) return;
    this.#heard = [];
    this.#chars = 0;
    this.#options.onReset?.();
  }

  /** Gives the text of a reply that was not streamed. */
  catchUp(text: string): void {
    if (this.#heard.length > 0 || text === '') return;
    this.#options.onText?.(text);
  }
}
