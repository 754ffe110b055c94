import { messageOf, tellHook } from '@rlm/repl-types/internal';

import type { RunContext } from '../contract/context.js';
import type { CallModelOptions } from './call-options.js';
import { headOf } from './limit-reply.js';

/** Says in a run what a promise of a caller's listener rejects with: nobody waits for it. */
export function reportTo({ diagnose }: Pick<RunContext, 'diagnose'>): (fault: unknown) => void {
  return (fault) => {
    const message = `A listener to the model's text failed: ${messageOf(fault)}`;
    diagnose({ code: 'listener_failed', message });
  };
}

/** Reports what comes late of what a caller's function gave. */
export function tellLate(said: unknown, report: (fault: unknown) => void): void {
  if (said !== undefined) tellHook(() => said, [], report);
}

/** Stands between a call and whoever listens to it: knows what was heard, over all attempts. */
export class Listener {
  /** Called with each piece of a stream; undefined when the call is not to be streamed. */
  readonly onText: ((delta: string) => 'stop' | undefined) | undefined;
  attempts = 0;
  readonly #options: CallModelOptions;
  readonly #maxChars: number;
  #heard: string[] = [];
  #chars = 0;

  readonly #report: (fault: unknown) => void;
  #hasFailed = false;

  /** `report` hears, once, what a promise of the caller's functions rejects with: nobody waits for it. */
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
    this.#tell(() => this.#options.onReset?.());
  }

  /** Gives the text of a reply that was not streamed. */
  catchUp(text: string): void {
    if (this.#heard.length > 0 || text === '') return;
    this.#tell(() => this.#options.onText?.(text));
  }

  /** What a function of the caller says at once; what it throws fails the call. */
  #tell<T>(listen: () => T): T {
    const said = listen();
    tellLate(said, this.#report);
    return said;
  }
}
