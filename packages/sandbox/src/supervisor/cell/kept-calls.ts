import { cutText, type LlmCall } from '@rlm/repl-types';

/**
 * Characters of a prompt, of a response, and of an error that a result keeps: head and tail, with a note of how much is
 * missing.
 */
const maxTextChars = 10_000;

/** Characters of these that a result keeps in all; calls after that are kept without them. */
const maxCellChars = 1_000_000;

/** The texts of a call that are shortened. */
const textsOf = ['prompt', 'response', 'error'] as const;

/** The host calls of a cell as its result has them: all of them, with as much of their texts as is kept. */
export class KeptCalls {
  readonly #calls: LlmCall[] = [];
  #left = maxCellChars;

  get list(): readonly LlmCall[] {
    return this.#calls;
  }

  add({ prompt, response, error, ...call }: LlmCall): void {
    const texts = { prompt, response, error };
    const kept: Partial<Record<(typeof textsOf)[number], string>> = {};
    for (const name of textsOf) {
      const text = texts[name];
      if (text !== undefined) kept[name] = this.#keep(text);
    }
    this.#calls.push({ ...call, ...kept });
  }

  #keep(text: string): string {
    const kept = cutText(text, Math.min(maxTextChars, this.#left)).text;
    this.#left = Math.max(0, this.#left - kept.length);
    return kept;
  }
}
