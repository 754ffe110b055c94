import type { RunContext } from '../kernel/context.js';
import { EffectTimeoutError } from '../kernel/errors.js';
import type { CallModelOptions } from './call-model.js';
import { estimateReply, estimateRequest, estimateTokens } from './estimate.js';
import { toModelError } from './faults.js';
import { Listener } from './listener.js';
import type { Provider } from './provider.js';
import { allowanceFor, amountsOf } from './reserve.js';
import type { ModelReply, ModelRequest, ModelUsage } from './types.js';

/** One call as far as the budget and the effect seam see it: what it used is booked, whatever comes of it. */
export async function ask(
  provider: Provider,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
  streaming: boolean,
): Promise<ModelReply> {
  const { estimate, maxOutputTokens } = allowanceFor(request, context.ledger, options);
  const reservation = context.ledger.reserve(estimate);
  const listener = new Listener(options, streaming);
  const sent = maxOutputTokens === undefined ? request : { ...request, maxOutputTokens };
  try {
    const reply = await context.effects.run<ModelReply>({
      kind: request.purpose === 'sub' ? 'sub-query' : 'model',
      input: inputOf(provider, request),
      perform: async (abortSignal) => {
        listener.restart();
        try {
          const call = { request: sent, abortSignal };
          const { onText } = listener;
          return await provider.call(onText === undefined ? call : { ...call, onText });
        } catch (fault) {
          if (abortSignal.aborted) throw abortSignal.reason;
          throw toModelError(fault);
        }
      },
      ...(request.abortSignal === undefined ? {} : { abortSignal: request.abortSignal }),
      ...(options.abortSignal === undefined ? {} : { abortSignal: options.abortSignal }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    const usage = usageOf(reply, request);
    reservation.settle(amountsOf(usage, options.prices));
    listener.catchUp(reply.text);
    return { ...reply, usage };
  } catch (error) {
    const signals = [context.abortSignal, request.abortSignal, options.abortSignal];
    const aborted = signals.some((signal) => signal?.aborted === true);
    if (listener.attempts === 0) reservation.release();
    else reservation.settle(amountsOf(wasted(error, aborted, listener, request), options.prices));
    throw error;
  }
}

/** What a call used that gave no reply: nothing if the provider refused it, else what went over the wire. */
function wasted(
  error: unknown,
  aborted: boolean,
  { heard }: Listener,
  request: ModelRequest,
): ModelUsage {
  const cutShort = error instanceof EffectTimeoutError || aborted;
  if (heard === '' && !cutShort) return {};
  return { inputTokens: estimateRequest(request), outputTokens: estimateTokens(heard) };
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
