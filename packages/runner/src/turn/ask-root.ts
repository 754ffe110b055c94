import type { RequestMessage } from '@rlm/kernel/model';
import { closesUnopened } from '@rlm/termination/internal';

import type { RlmContext } from '../run/events.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { askModel, type OwnCall, type OwnReply } from './ask-model.js';
import { createFenceWatch } from './fence-watch.js';

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
