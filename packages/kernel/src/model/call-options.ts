import { fields, listOf, positiveNumber, text, type OptionRule } from '@rlm/repl-types/options';
import { abortSignal, bound, callable } from '@rlm/repl-types/internal';

import { modelPrice } from './price-rules.js';
import type { ModelPrice } from './prices.js';
import type { ModelReply } from './types.js';

/** How one call is made. */
export interface CallModelOptions {
  /**
   * Called with each piece of text as it arrives. If it returns `'stop'`, the stream ends there,
   * and the reply is what has arrived so far. A reply that is not streamed is passed as one piece.
   */
  readonly onText?: ((delta: string) => 'stop' | undefined) | undefined;
  /**
   * Called when the whole reply has arrived: returns where its text must end, or null for all of
   * it. The rest is dropped, so that a resumed run gets the same text.
   */
  readonly cutAt?: (() => number | null) | undefined;
  /**
   * Wraps each attempt: may wait, share an attempt with others, or return a reply of its own, which
   * the reply's `origin` reports. The time limit applies to the attempt alone.
   */
  readonly within?:
    | ((attempt: () => Promise<ModelReply>, abortSignal: AbortSignal) => Promise<ModelReply>)
    | undefined;
  /**
   * Called with a text whose stream ended without a finish reason, and whose end the server did not mark: whether it is
   * a whole reply. If not, the call is tried again, and what the last attempt brought is the reply, with
   * `finishReasonMissing`. Default: such a text is never a reply, and the call fails.
   */
  readonly isWhole?: ((text: string) => boolean) | undefined;
  /**
   * The model's role in the run (`root@0`, `sub@1`, a name), by which a resumed run recognises it.
   * Default: the model's id.
   */
  readonly role?: string | undefined;
  /**
   * Called when the text so far is void: its attempt failed or returned nothing, and another one
   * follows.
   */
  readonly onReset?: (() => void) | undefined;
  /** Ends an attempt that takes longer. */
  readonly timeoutMs?: number | undefined;
  /** The option that sets `timeoutMs`, for the error to name. Default: the error names none. */
  readonly timeoutOption?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * What the model costs; a cost that a reply reports takes precedence. Required if the run's
   * budget limits cost: without it the call fails with a `PriceError`. With `reported`, a reply
   * without a cost fails the same way.
   */
  readonly prices?: ModelPrice | undefined;
  /**
   * How many characters (UTF-16 units) a reply may have, all its pieces together. The stream of a
   * longer one is stopped, and one that is not streamed is cut: it has the finish reason `length`
   * and `isTooLong`, and is not continued. Unless the model reported its usage, all that was
   * reserved for the call is booked. Default 1,000,000.
   */
  readonly maxReplyChars?: number | undefined;
  /**
   * How often the model may be asked to continue a reply that ended at its length limit. The pieces
   * are put together; if a piece fails, the text before it is returned. Default 0: such a reply is
   * returned as it is, with the finish reason `length`.
   */
  readonly maxContinuations?: number | undefined;
  /**
   * Names of tools that the model may call by writing an element, such as `<search>`. An element of
   * such a name is never a thought.
   */
  readonly toolNames?: readonly string[] | undefined;
}

/** The rule for these options. */
export const callRule: OptionRule = fields<CallModelOptions>({
  onText: callable,
  onReset: callable,
  cutAt: callable,
  isWhole: callable,
  within: callable,
  role: text,
  timeoutMs: positiveNumber,
  timeoutOption: text,
  abortSignal,
  prices: modelPrice,
  maxReplyChars: bound(1),
  maxContinuations: bound(),
  toolNames: listOf(text),
});
