import type { ModelFunction, ModelRequest } from '@rlm/kernel/model';

/** What a provider was asked for, by its own books. */
export interface ProviderBooks {
  /** Requests, those that were refused included. */
  asked: number;
  /** Tokens of the requests that were answered. */
  answeredTokens: number;
  /** What the requests may come to that were neither answered nor refused: given up, or lost on the way. */
  openTokens: { least: number; most: number };
  /** Requests that wait for an answer that does not come. */
  waiting: number;
}

/**
 * A provider that counts what it is asked for. The beginning of the last message says how it goes: `hang` answers never and
 * ends with its signal, `deaf` does not even hear that, `busy` is refused, `lost` fails on the way; everything else is
 * answered.
 *
 * @param onWaiting Told of each request that waits, with how many do.
 */
export function countingProvider(onWaiting: (waiting: number) => void): {
  readonly books: ProviderBooks;
  readonly answering: (reply: (request: ModelRequest) => string) => ModelFunction;
} {
  const books: ProviderBooks = {
    asked: 0,
    answeredTokens: 0,
    openTokens: { least: 0, most: 0 },
    waiting: 0,
  };
  const answering = (reply: (request: ModelRequest) => string): ModelFunction => {
    return async (request) => {
      books.asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const asked = request.messages.at(-1)?.content ?? '';
      if (asked.startsWith('busy')) throw Object.assign(new Error('slow down'), { status: 429 });
      const chars = request.messages.reduce((sum, { content }) => sum + content.length, 0);
      const usage = { inputTokens: 10 + Math.ceil(chars / 4), outputTokens: 10 };
      if (/^(?:hang|deaf|lost)/.test(asked)) {
        const reserved = request.maxOutputTokens ?? 0;
        // What is given up is booked as the longest reply so far or as reserved, what is lost as far as it was heard.
        books.openTokens.least += asked.startsWith('lost')
          ? 0
          : Math.min(usage.outputTokens, reserved);
        // An estimate of the input may be twice of what it is.
        books.openTokens.most += 2 * usage.inputTokens + reserved;
      }
      if (asked.startsWith('lost')) throw new Error('connection lost');
      if (asked.startsWith('hang') || asked.startsWith('deaf')) {
        onWaiting((books.waiting += 1));
        await new Promise((_, reject) => {
          if (asked.startsWith('hang')) {
            request.abortSignal.addEventListener('abort', () => {
              reject(new Error('gone'));
            });
          }
        });
      }
      if (request.abortSignal.aborted) {
        // The run gave up a moment before the answer: it may have booked what it reserved.
        books.openTokens.most += 2 * usage.inputTokens + (request.maxOutputTokens ?? 0);
      } else {
        books.answeredTokens += usage.inputTokens + usage.outputTokens;
      }
      return { text: reply(request), usage };
    };
  };
  return { books, answering };
}
