import { checkOptions } from '@rlm/repl-types/options';
import { refuseOption } from '@rlm/repl-types/internal';
import { withoutThoughts } from '@rlm/policies/internal';

import { BudgetExceededError } from '../errors.js';
import type { RunContext } from '../contract/context.js';
import { ask } from './ask.js';
import { callRule, type CallModelOptions } from './call-options.js';
import { defaultMaxReplyChars } from './limit-reply.js';
import { reportTo, tellLate } from './listener.js';
import { EmptyReplyError, ModelError } from './errors.js';
import { publishCall } from './model-events.js';
import { providerOf } from './provider-of.js';
import type { Provider } from './provider.js';
import { isEmptyReply } from './reply.js';
import type { ModelLike, ModelReply, ModelRequest } from './types.js';
import { addUsage } from './usage.js';

/**
 * Calls a model once, through the run's ledger and effect seam, with retries below the seam. Each
 * attempt reserves before it starts, and counts as a call. A failed attempt is booked with what the
 * provider reported, with nothing if the provider answered with an HTTP status, else with an
 * estimate of its input and of what was received. After an empty reply the model is asked once
 * more, without streaming. So it is after one that is nothing but a thought: the text that is returned
 * and published is without the thoughts with which the model's text begins (`<think>` and the like),
 * and without special tokens at its end. Publishes `model-start`, `text-delta` (with `onText`) and `model-end`
 * (`ModelEvent`), unless the purpose is `sub`.
 *
 * Rejects with a typed error: `InvalidOptionError`, `BudgetExceededError`, `PriceError`,
 * `ModelError`, `EmptyReplyError`, `EffectTimeoutError`, or the abort reason.
 */
export async function callModel(
  model: ModelLike,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions = {},
): Promise<ModelReply> {
  checkOptions(options, callRule, refuseOption);
  const provider = providerOf(model);
  return publishCall(request, context, options, async (heard) => {
    const reply = await askWhole(provider, request, context, heard);
    const text = withoutThoughts(reply.text, options.toolNames);
    return text === reply.text ? reply : { ...reply, text };
  });
}

/**
 * Makes the call, and asks for the rest of a reply that was cut off, as often as the options
 * permit.
 */
async function askWhole(
  provider: Provider,
  request: ModelRequest,
  context: RunContext,
  options: CallModelOptions,
): Promise<ModelReply> {
  const { maxContinuations = 0 } = options;
  let whole = await askTwice(provider, request, context, options);
  for (let count = 0; count < maxContinuations && canGoOn(whole); count += 1) {
    const maxReplyChars = (options.maxReplyChars ?? defaultMaxReplyChars) - whole.text.length;
    if (maxReplyChars < 1) return whole;
    try {
      whole = await goOn(provider, whole, request, context, { ...options, maxReplyChars });
    } catch (error) {
      if (BudgetExceededError.isInstance(error) || ModelError.isInstance(error)) return whole;
      throw error;
    }
  }
  return whole;
}

/** Whether a reply is text that was cut off. A tool call that was cut off cannot be continued. */
function canGoOn({ text, toolCalls = [], finishReason, isTooLong }: ModelReply): boolean {
  return (
    finishReason === 'length' && isTooLong !== true && text.trim() !== '' && toolCalls.length === 0
  );
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
  const { toolNames, maxContinuations = 0 } = options;
  if (!isEmptyReply(first, toolNames) || heard.enough || first.isTooLong === true) return first;
  // A thought that was cut off goes on.
  if (maxContinuations > 0 && canGoOn(first)) return first;
  if (first.text !== '') tellLate(options.onReset?.(), reportTo(context));
  const second = await ask(provider, request, context, options, false);
  if (isEmptyReply(second, toolNames)) throw new EmptyReplyError(2);
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
