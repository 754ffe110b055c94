import type { RequestMessage } from '@rlm/kernel/model';

import type { RlmContext } from '../run/events.js';
import type { RlmPlan } from '../run/rlm-plan.js';
import { askModel, type OwnCall, type OwnReply } from './ask-model.js';
import { createFenceWatch } from './fence-watch.js';

/** Asks for the next reply. Cuts a stream after its first block if the options ask for that. */
export function askRoot(
  plan: RlmPlan,
  messages: readonly RequestMessage[],
  context: RlmContext,
  calls: Record<OwnCall['purpose'], number>,
  settings?: OwnCall['settings'],
): Promise<OwnReply> {
  // A stream that is cut off never reports its cost.
  const mayStop = plan.price !== 'reported';
  const { fenceStop = true, sandbox } = plan.options;
  const watch = createFenceWatch(sandbox.language, fenceStop);
  const onText = (text: string): 'stop' | undefined =>
    watch.push(text) && mayStop ? 'stop' : undefined;
  const call: OwnCall = { purpose: 'root', messages, onText, watch, settings };
  return askModel(plan, call, context, calls);
}
