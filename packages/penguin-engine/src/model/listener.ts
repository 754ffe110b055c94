import type { CallModelOptions } from './call-options.js';

/** Stands between a call and whoever listens to it: knows what was heard, over all attempts. */
export class Listener {
  /** Called with each piece of a stream; undefined when the call is not to be streamed. */
  readonly onText: ((delta: string) => 'stop' | undefined) | undefined;
  attempts = 0;
  readonly #options: CallModelOptions;
  #heard: string[] = [];

  constructor(options: CallModelOptions, streaming: boolean) {
    this.#options = options;
    const { onText } = options;
    this.onText =
      streaming && onText !== undefined
        ? (delta) => {
            this.#heard.push(delta);
            return onText(delta);
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
    this.#options.onReset?.();
  }

  /** Gives the text of a reply that was not streamed. */
  catchUp(text: string): void {
    if (this.#heard.length > 0 || text === '') return;
    this.#options.onText?.(text);
  }
}
