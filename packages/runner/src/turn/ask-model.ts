import { BudgetExceededError, callModel } from '@rlm/kernel/internal';
import type { RequestMessage, ModelReply, ModelUsage, ModelSettings } from '@rlm/kernel/model';
import { RlmError } from '@rlm/repl-types';
import { closesUnopened } from '@rlm/termination/internal';

import type { RlmContext } from '../run/events.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { createFenceWatch, type FenceWatch } from './fence-watch.js';
import { closedBlockEnd } from './runnable-blocks.js';

/** One call of the model that writes code. */
export interface OwnCall {
  readonly purpose: 'root' | 'summary';
  readonly messages: readonly RequestMessage[];
  /** Default: those of the root. */
  readonly settings?: ModelSettings | undefined;
  /** Takes the text as it comes; `'stop'` ends the stream. Default: ignored. */
  readonly onText?: ((delta: string) => 'stop' | undefined) | undefined;
  /** Knows where a reply ends that was stopped. Default: none is. */
  readonly watch?: FenceWatch | undefined;
}

/** What the model replied. */
export interface OwnReply {
  readonly text: string;
  readonly usage: ModelUsage;
  /** Whether the reply ended at its length limit: what is there may be half of what was meant. */
  readonly isCutOff: boolean;
}

/**
 * Asks for the next reply. Cuts a stream after its first block if the options ask for that. What a reply tells of its model's thoughts
 * is kept for the later ones of the tree.
 */
export async function askRoot(
  plan: RlmPlan,
  messages: readonly RequestMessage[],
  context: RlmContext,
  calls: Record<OwnCall['purpose'], number>,
  settings?: OwnCall['settings'],
): Promise<OwnReply> {
  // A stream that is cut off never reports its cost.
  const mayStop = plan.price !== 'reported';
  const { fenceStop = true, sandbox } = plan.options;
  const { closers } = plan.tree;
  const watch = createFenceWatch(sandbox.language, fenceStop, closers.has(plan.model));
  const onText = (text: string): 'stop' | undefined =>
    watch.push(text) && mayStop ? 'stop' : undefined;
  const call: OwnCall = { purpose: 'root', messages, onText, watch, settings };
  const reply = await askModel(plan, call, context, calls);
  if (closesUnopened(watch.text())) closers.add(plan.model);
  return reply;
}

/** Asks the model that writes code, within the run's limits, and counts the call by its purpose. */
export async function askModel(
  plan: RlmPlan,
  { purpose, messages, onText, watch, settings: own }: OwnCall,
  context: RlmContext,
  calls: Record<OwnCall['purpose'], number>,
): Promise<OwnReply> {
  const { model, price, limits, options } = plan;
  const { closers } = plan.tree;
  const { abortSignal } = context;
  calls[purpose] += 1;
  const settings = own ?? options.settings?.root;
  // A summary is of turns that are dropped: no later prompt begins with it.
  const promptCache = purpose === 'root' ? options.promptCache : undefined;
  const request = {
    messages,
    purpose,
    abortSignal,
    settings,
    promptCache,
  };
  const reply = await callModel(model, request, context, {
    timeoutMs: limits.callTimeoutMs,
    timeoutOption: 'limits.callTimeoutMs',
    abortSignal,
    maxReplyChars: limits.maxReplyChars,
    role: `root@${String(plan.depth)}`,
    isWhole: (text) => closedBlockEnd(text, options.sandbox.language, closers.has(model)) !== null,
    onText,
    ...(watch && {
      cutAt: () => watch.end(),
      onReset: () => {
        watch.restart();
      },
    }),
    prices: price,
  }).catch((error: unknown) => {
    if (isRefused(error)) calls[purpose] -= 1;
    return emptyReply(error);
  });
  const { text, usage = {}, wasCut = false } = reply;
  return { text, usage, isCutOff: !wasCut && reply.finishReason === 'length' };
}

/** Whether a call was never made, since it does not fit the budget: for another attempt it has a cause. */
function isRefused(error: unknown): boolean {
  return BudgetExceededError.isInstance(error) && error.cause === undefined;
}

/** A model that said nothing is asked to act, as one that said nothing of use is. */
function emptyReply(error: unknown): ModelReply {
  if (RlmError.isInstance(error) && error.code === 'llm_empty_response_error') return { text: '' };
  throw error;
}
