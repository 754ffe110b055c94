import { fields, positiveNumber, text, type OptionRule } from '@rlm/repl-types/options';
import { abortSignal, bound, callable } from '@rlm/repl-types/internal';

import { modelPrice } from './price-rules.js';
import type { ModelPrice } from './prices.js';
import type { ModelReply } from './types.js';

/** How one call is made. */
export interface CallModelOptions {
  /**
   * Called with each piece of text as it arrives; returning `'stop'` ends the stream there, and the
   * reply is what came so far. A reply that does not come in pieces is given at once.
   */
  readonly onText?: (delta: string) => 'stop' | undefined;
  /**
   * Asked when the whole reply is there: where its text is to end, or null for all of it. What is beyond is dropped, so that a
   * run which is resumed gets the same text.
   */
  readonly cutAt?: () => number | null;
  /**
   * Stands between the run and each attempt: may wait, share an attempt with others, or answer itself, which the reply's `origin`
   * says. The bound on time is that of the attempt alone.
   */
  readonly within?: (
    attempt: () => Promise<ModelReply>,
    abortSignal: AbortSignal,
  ) => Promise<ModelReply>;
  /** What the model is to the run (`root@0`, `sub@1`, a name): a run that is resumed knows it by that. Default: the model's id. */
  readonly role?: string;
  /** The text given so far is void: its attempt failed, or it came to nothing, and another is made. */
  readonly onReset?: () => void;
  /** Ends one attempt after this time. */
  readonly timeoutMs?: number;
  /** The option that `timeoutMs` comes from, as the error is to name it. Default: it is not named. */
  readonly timeoutOption?: string;
  readonly abortSignal?: AbortSignal;
  /**
   * What the model costs; a cost that a reply reports counts before it. Required where the run's budget bounds cost: without it
   * the call is refused with a `PriceError`, and so is, under `reported`, a reply that reports none.
   */
  readonly prices?: ModelPrice;
  /**
   * How many characters (UTF-16 units) a reply may have, all its pieces together. The stream of a longer one is stopped, one that does not
   * come in pieces is cut: it ends with the finish reason `length` and `isTooLong`, and is not asked to go on. Unless the
   * model said what it used, all that was reserved for the call is booked. Default 1,000,000.
   */
  readonly maxReplyChars?: number;
  /**
   * How often a reply that ended at its length limit is asked to go on, at most. The pieces are put together; where a piece
   * cannot be had, what came before is given. Default 0: such a reply is given as it is, with the finish reason `length`.
   */
  readonly maxContinuations?: number;
}

/** The rule for them. */
export const callRule = (): OptionRule =>
  fields<CallModelOptions>({
    onText: callable,
    onReset: callable,
    cutAt: callable,
    within: callable,
    role: text,
    timeoutMs: positiveNumber,
    timeoutOption: text,
    abortSignal,
    prices: modelPrice,
    maxReplyChars: bound(1),
    maxContinuations: bound(),
  });
