import type { RunContext } from '@rlm/kernel';
import { priceOf } from '@rlm/kernel/internal';
import {
  callModel,
  type RequestMessage,
  type ModelReply,
  type CallModelOptions,
} from '@rlm/kernel/model';
import { RlmError } from '@rlm/repl-types';

import { engineDefaults } from './options.js';
import type { EngineState } from './state.js';

/** Calls the model for one step, and counts the step unless the call did not fit the budget. */
export async function askModel(
  messages: readonly RequestMessage[],
  state: EngineState,
  context: RunContext,
): Promise<ModelReply> {
  const { setup, offered } = state;
  const { model, prices, settings, promptCache, limits = {} } = setup.options;
  const { callTimeoutMs: timeoutMs, maxReplyChars } = limits;
  const { maxContinuations = engineDefaults.maxContinuations } = setup.options;
  const price = priceOf(prices, model, 'model');
  const options: CallModelOptions = {
    ...(timeoutMs === undefined ? {} : { timeoutMs, timeoutOption: 'limits.callTimeoutMs' }),
    ...(price === undefined ? {} : { prices: price }),
    maxContinuations,
    // With a listener the reply is streamed, for the event `text-delta`.
    onText: () => undefined,
    ...(maxReplyChars === undefined ? {} : { maxReplyChars }),
    role: 'model',
    toolNames: setup.tools.names,
  };
  const request = {
    messages,
    purpose: 'root' as const,
    ...(offered === undefined ? {} : { tools: offered }),
    ...(settings?.root === undefined ? {} : { settings: settings.root }),
    ...(promptCache && { promptCache }),
  };
  state.steps.push({ step: context.step, reply: '', actions: [] });
  try {
    return await callModel(model, request, context, options);
  } catch (error) {
    if (RlmError.isInstance(error) && error.code === 'budget_exceeded') state.steps.pop();
    throw error;
  }
}
