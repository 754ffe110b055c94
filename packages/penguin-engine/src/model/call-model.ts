import type { RunContext } from '../kernel/context.js';
import type { ModelLike, ModelReply, ModelRequest } from './types.js';

/** How one call is made. */
export interface CallModelOptions {
  /** Called with each piece of text as it arrives; returning `'stop'` ends the stream there, and the reply is what came so far. */
  readonly onText?: (delta: string) => 'stop' | undefined;
  /** Ends one attempt after this time. */
  readonly timeoutMs?: number;
  readonly abortSignal?: AbortSignal;
  /** Prices, where the model does not report cost. USD per million tokens. */
  readonly prices?: { readonly inputPerMillion: number; readonly outputPerMillion: number };
}

/**
 * Asks a model once, through the run's ledger (reserved before, settled after) and effect seam (retries
 * below it). Rejects with a typed error: `BudgetExceededError`, `ModelError`, `EmptyReplyError`, or the
 * abort reason.
 */
export declare function callModel(
  model: ModelLike,
  request: ModelRequest,
  context: RunContext,
  options?: CallModelOptions,
): Promise<ModelReply>;
