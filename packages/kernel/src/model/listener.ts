import { headOf, messageOf, tellHook } from '@rlm/repl-types/internal';

import type { RunContext } from '../contract/context.js';
import type { CallModelOptions } from './call-options.js';

/**
 * Adds a diagnostic to a run if the promise of a caller's listener rejects, since no one awaits it.
 */
export function reportTo({ diagnose }: Pick<RunContext, 'diagnose'>): (fault: unknown) => void {
  return (fault) => {
    const message = `A listener to the model's text failed: ${messageOf(fault)}`;
    diagnose({ code: 'listener_failed', message });
  };
}

/** Reports the rejection of what a caller's function returned. */
export function tellLate(said: unknown, report: (fault: unknown) => void): void {
  if (said !== undefined) tellHook(() => said, [], report);
}

/** Connects a call and its listeners, and knows what was received over all attempts. */
export class Listener {
  /** Called with each piece of a stream; undefined if the call must not be streamed. */
  readonly onText: ((delta: string) => 'stop' | undefined) | undefined;
  attempts = 0;
  readonly #options: CallModelOptions;
  readonly #maxChars: number;
  #heard: string[] = [];
  #chars = 0;

  readonly #report: (fault: unknown) => void;
  #hasFailed = false;

  /**
   * `report` is called once if a promise of the caller's functions rejects, since no one awaits it.
   */
  constructor(
    options: CallModelOptions,
    streaming: boolean,
    maxChars: number,
    report: (fault: unknown) => void,
  ) {
    this.#options = options;
    this.#maxChars = maxChars;
    this.#report = (fault) => {
      if (!this.#hasFailed) report(fault);
      this.#hasFailed = true;
    };
    const { onText } = options;
    this.onText =
      streaming && onText !== undefined
        ? (delta) => {
            const part = headOf(delta, this.#maxChars - this.#chars);
            this.#chars += part.length;
            if (part === '') return undefined;
            this.#heard.push(part);
            return this.#tell(() => onText(part));
          }
        : undefined;
  }

  /** What the last attempt has received so far. */
  get heard(): string {
    return this.#heard.join('');
  }

  /** Starts a new attempt: what the one before received is void. */
  restart(): void {
    this.attempts += 1;
    this.reset();
  }

  /** Discards what was received. */
  reset(): void {
    if (this.#heard.length === 0) return;
    this.#heard = [];
    this.#chars = 0;
    this.#tell(() => this.#options.onReset?.());
  }

  /** Passes on the text of a reply that was not streamed. */
  catchUp(text: string): void {
    if (this.#heard.length > 0 || text === '') return;
    this.#tell(() => this.#options.onText?.(text));
  }

  /** What a function of the caller returns; if it throws, the call fails. */
  #tell<T>(listen: () => T): T {
    const said = listen();
    tellLate(said, this.#report);
    return said;
  }
}
