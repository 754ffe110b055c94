import type { RunContext } from '@rlm/kernel';
import { isPromptTooLong, priceOf } from '@rlm/kernel/internal';
import {
  callModel,
  type RequestMessage,
  type ModelReply,
  type CallModelOptions,
} from '@rlm/kernel/model';
import { RlmError } from '@rlm/repl-types';
import { groupThousands } from '@rlm/repl-types/internal';

import type { EngineContext } from './events.js';
import { engineDefaults } from './options.js';
import type { EngineState } from './state.js';

/**
 * Asks the model for one step, and counts the step unless the call did not fit the budget. If the model refuses the conversation as too
 * long, it is shortened, and the model is asked once more.
 */
export async function askModel(state: EngineState, context: EngineContext): Promise<ModelReply> {
  const { conversation, steps } = state;
  const first = nextMessages(state, context);
  steps.push({ step: context.step, reply: '', actions: [] });
  try {
    return await ask(first, state, context);
  } catch (error) {
    if (RlmError.isInstance(error) && error.code === 'budget_exceeded') steps.pop();
    if (!isPromptTooLong(error)) throw error;
    const { from, to, dropped } = conversation.wasRefused();
    if (to >= from) throw error;
    if (dropped > 0) context.emit({ type: 'context-trim', dropped });
    const message = `The model refused a prompt of about ${groupThousands(from)} tokens as too long. It was shortened to ${groupThousands(to)}, and later prompts are kept short too.`;
    context.diagnose({ code: 'prompt_shortened', message, step: context.step });
  }
  return ask(nextMessages(state, context), state, context);
}

function nextMessages(
  { conversation }: EngineState,
  context: EngineContext,
): readonly RequestMessage[] {
  const { messages, dropped } = conversation.next();
  if (dropped > 0) context.emit({ type: 'context-trim', dropped });
  return messages;
}

async function ask(
  messages: readonly RequestMessage[],
  state: EngineState,
  context: RunContext,
): Promise<ModelReply> {
  const reply = await callWith(messages, state, context);
  state.conversation.wasTaken();
  return reply;
}

function callWith(
  messages: readonly RequestMessage[],
  { setup, offered }: EngineState,
  context: RunContext,
): Promise<ModelReply> {
  const { model, prices, settings, promptCache, limits = {} } = setup.options;
  const { callTimeoutMs: timeoutMs, maxReplyChars } = limits;
  const { maxContinuations = engineDefaults.maxContinuations } = setup.options;
  const price = priceOf(prices, model, 'model');
  const options: CallModelOptions = {
    timeoutMs,
    timeoutOption: 'limits.callTimeoutMs',
    prices: price,
    maxContinuations,
    // With a listener the reply is streamed, for the event `text-delta`.
    onText: () => undefined,
    maxReplyChars,
    role: 'model',
    toolNames: setup.tools.names,
  };
  const request = {
    messages,
    purpose: 'root' as const,
    tools: offered,
    settings: settings?.root,
    promptCache,
  };
  return callModel(model, request, context, options);
}
