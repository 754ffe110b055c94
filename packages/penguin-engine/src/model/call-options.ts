import { fields, positiveNumber, text, type OptionRule } from '@rlm/repl-types/options';
import { abortSignal, bound, callable } from '@rlm/repl-types/internal';

import { modelPrice } from './price-rules.js';
import type { ModelPrice } from './prices.js';

/** How one call is made. */
export interface CallModelOptions {
  /**
   * Called with each piece of text as it arrives; returning `'stop'` ends the stream there, and the
   * reply is what came so far. A reply that does not come in pieces is given at once.
   */
  readonly onText?: (delta: string) => 'stop' | undefined;
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
    timeoutMs: positiveNumber,
    timeoutOption: text,
    abortSignal,
    prices: modelPrice,
    maxContinuations: bound(),
  });
