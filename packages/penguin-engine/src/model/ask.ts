import type { RunContext } from '../kernel/scope/context.js';
import { CallAccount } from './call-account.js';
import type { CallModelOptions } from './call-options.js';
import { estimateReply, estimateRequest } from './estimate.js';
import { Listener } from './listener.js';
import { PriceError } from './prices.js';
import type { Provider } from './provider.js';
import type { ModelReply, ModelRequest, ModelUsage } from './types.js';

/** One call as far as the budget and the effect seam see it: what it used is booked, whatever comes of it. */
export async function ask(
  provider: Provider,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
  streaming: boolean,
): Promise<ModelReply> {
  const price = options.prices;
  const isBounded = context.ledger.remaining().costUsd < Infinity;
  if (isBounded && price === undefined) throw new PriceError('price_unknown', provider.modelId);
  const account = new CallAccount(request, context.ledger, price);
  const listener = new Listener(options, streaming);
  try {
    const reply = await context.effects.run<ModelReply>({
      kind: request.purpose === 'sub' ? 'sub-query' : 'model',
      input: inputOf(provider, request),
      perform: async (abortSignal) => {
        const attempt = account.begin(listener.heard);
        listener.restart();
        try {
          const call = { request: attempt.sent, abortSignal };
          const { onText } = listener;
          const reply = await provider.call(onText === undefined ? call : { ...call, onText });
          if (abortSignal.aborted) attempt.hearLate({ usage: usageOf(reply, request) });
          return reply;
        } catch (fault) {
          if (abortSignal.aborted) {
            attempt.hearLate({ fault });
            throw abortSignal.reason;
          }
          throw attempt.fail(fault, listener.heard);
        }
      },
      ...(request.abortSignal === undefined ? {} : { abortSignal: request.abortSignal }),
      ...(options.abortSignal === undefined ? {} : { abortSignal: options.abortSignal }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(options.timeoutOption === undefined ? {} : { timeoutOption: options.timeoutOption }),
    });
    const usage = usageOf(reply, request);
    account.succeed(usage);
    if (isBounded && price === 'reported' && usage.costUsd === undefined) {
      const unknown = new PriceError('cost_unreported', provider.modelId);
      context.ledger.close?.(unknown);
      throw unknown;
    }
    listener.catchUp(reply.text);
    return { ...reply, usage };
  } catch (error) {
    account.close(listener.heard);
    throw error;
  }
}

/** The reply's usage, estimated where the provider said nothing. */
function usageOf(reply: ModelReply, request: ModelRequest): ModelUsage {
  const { usage = {} } = reply;
  return {
    ...usage,
    inputTokens: usage.inputTokens ?? estimateRequest(request),
    outputTokens: usage.outputTokens ?? estimateReply(reply),
  };
}

/** What identifies a call: everything that is asked, and of whom. */
function inputOf(provider: Provider, request: ModelRequest): unknown {
  const { messages, tools, purpose, maxOutputTokens } = request;
  return { model: provider.modelId, purpose, messages, tools, maxOutputTokens };
}
