import {
  callModel,
  type ModelMessage,
  type ModelReply,
  type ModelUsage,
} from '@rlm/penguin-engine/model';
import type { RunContext } from '@rlm/penguin-engine/kernel';
import { RlmError } from '@rlm/repl-types';

import type { RlmEventBody } from '../events.js';
import { countChars } from '../history/transcript-turn.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import { createFenceWatch } from './fence-watch.js';

/** What the model that writes code replied. */
export interface RootReply {
  readonly text: string;
  readonly usage: ModelUsage;
}

/** Asks the model that writes code; cuts a stream after its first block where that is asked for. */
export async function askRoot(
  plan: RlmPlan,
  messages: readonly ModelMessage[],
  context: RunContext,
  calls: { root: number },
): Promise<RootReply> {
  const emit = (event: RlmEventBody): void => {
    context.emit(event);
  };
  const { prices, fenceStop = true } = plan.options;
  const startedAt = context.clock.now();
  const watch = createFenceWatch(plan.options.sandbox.language, fenceStop);
  emit({
    type: 'model-start',
    purpose: 'root',
    messages: messages.length,
    promptChars: countChars(messages),
  });
  calls.root += 1;
  const reply = await callModel(
    plan.model,
    { messages, purpose: 'root', abortSignal: context.abortSignal },
    context,
    {
      onText: (text) => {
        emit({ type: 'text-delta', text });
        return watch.push(text) ? 'stop' : undefined;
      },
      timeoutMs: plan.limits.callTimeoutMs,
      abortSignal: context.abortSignal,
      ...(prices === undefined ? {} : { prices }),
    },
  ).catch(emptyReply);
  const cut = watch.end();
  const text = cut === null ? reply.text : reply.text.slice(0, cut);
  const usage = reply.usage ?? {};
  emit({
    type: 'model-end',
    purpose: 'root',
    text,
    usage,
    durationMs: context.clock.now() - startedAt,
    fenceStopped: cut !== null,
  });
  return { text, usage };
}

/** A model that said nothing is asked to act, as one that said nothing of use is. */
function emptyReply(error: unknown): ModelReply {
  if (RlmError.isInstance(error) && error.code === 'llm_empty_response_error') return { text: '' };
  throw error;
}
