import type { RunContext } from '../kernel/context.js';
import { ask } from './ask.js';
import { EmptyReplyError } from './errors.js';
import { providerOf, type Provider } from './provider.js';
import { isEmptyReply } from './reply.js';
import type { ModelLike, ModelReply, ModelRequest } from './types.js';
import { addUsage } from './usage.js';

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
  readonly abortSignal?: AbortSignal;
  /** Prices, where the model does not report cost. USD per million tokens. */
  readonly prices?: { readonly inputPerMillion: number; readonly outputPerMillion: number };
  /**
   * How often a reply that ended at its length limit is asked to go on, at most. Default 0: such a
   * reply is given as it is, with the finish reason `length`.
   */
  readonly maxContinuations?: number;
}

/**
 * Asks a model once, through the run's ledger (reserved before, settled after) and effect seam (retries
 * below it). An empty reply is asked for once more, not streamed.
 *
 * Rejects with a typed error: `BudgetExceededError`, `ModelError`, `EmptyReplyError`,
 * `EffectTimeoutError`, or the abort reason.
 */
export async function callModel(
  model: ModelLike,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions = {},
): Promise<ModelReply> {
  const provider = providerOf(model);
  const reply = await askTwice(provider, request, context, options);
  const { maxContinuations = 0 } = options;
  let whole = reply;
  for (let count = 0; count < maxContinuations && whole.finishReason === 'length'; count += 1) {
    whole = await goOn(provider, whole, request, context, options);
  }
  return whole;
}

async function askTwice(
  provider: Provider,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
): Promise<ModelReply> {
  const heard = { enough: false };
  const { onText } = options;
  const listening: CallModelOptions =
    onText === undefined
      ? options
      : {
          ...options,
          onText: (delta) => {
            const verdict = onText(delta);
            if (verdict === 'stop') heard.enough = true;
            return verdict;
          },
        };
  const first = await ask(provider, request, context, listening, true);
  if (!isEmptyReply(first) || heard.enough) return first;
  if (first.text !== '') options.onReset?.();
  const second = await ask(provider, request, context, options, false);
  if (isEmptyReply(second)) throw new EmptyReplyError(2);
  return { ...second, usage: addUsage(first.usage ?? {}, second.usage ?? {}) };
}

/** Asks for the rest of a reply that was cut off at its length limit. */
async function goOn(
  provider: Provider,
  so: ModelReply,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
): Promise<ModelReply> {
  const messages = [
    ...request.messages,
    { role: 'assistant', content: so.text } as const,
    { role: 'user', content: continuePrompt } as const,
  ];
  const rest = await ask(provider, { ...request, messages }, context, options, true);
  return {
    ...rest,
    text: so.text + rest.text,
    usage: addUsage(so.usage ?? {}, rest.usage ?? {}),
  };
}

const continuePrompt =
  'Your reply was cut off. Continue it exactly where it stopped, without repeating anything.';
