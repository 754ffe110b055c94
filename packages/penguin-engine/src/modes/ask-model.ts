import { RlmError } from '@rlm/repl-types';

import type { RunContext } from '../kernel/context.js';
import { callModel, type CallModelOptions } from '../model/call-model.js';
import type { ModelMessage, ModelReply, ModelToolDefinition } from '../model/types.js';
import { forFirstCall } from './first-call.js';
import type { EngineProgress, EngineSetup } from './state.js';

/** Calls the model for one turn, and counts the turn unless the budget had no room for the call. */
export async function askModel(
  messages: readonly ModelMessage[],
  tools: readonly ModelToolDefinition[] | undefined,
  setup: EngineSetup,
  progress: EngineProgress,
  context: RunContext,
): Promise<ModelReply> {
  const { model, modelTimeoutMs, prices } = setup.options;
  const options: CallModelOptions = {
    ...(modelTimeoutMs === undefined ? {} : { timeoutMs: modelTimeoutMs }),
    ...(prices === undefined ? {} : { prices }),
  };
  const request = {
    messages,
    purpose: 'root' as const,
    ...(tools === undefined ? {} : { tools }),
  };
  const isFirst = progress.iterations === 0;
  progress.iterations += 1;
  try {
    return await callModel(model, request, isFirst ? forFirstCall(context) : context, options);
  } catch (error) {
    if (RlmError.isInstance(error) && error.code === 'budget_exceeded') progress.iterations -= 1;
    throw error;
  }
}
