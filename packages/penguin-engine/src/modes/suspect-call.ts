import { foldText } from '@rlm/termination/shown';

import type { RunContext } from '../kernel/scope/context.js';
import type { ActionCall } from '../tools/action-call.js';
import { askPerson } from '../tools/approval.js';
import type { CallOptions } from '../tools/perform-call.js';
import { engineDefaults } from './options.js';
import type { ReadReply } from './read-reply.js';
import type { EngineProgress, EngineSetup } from './state.js';

/**
 * Whether an action in the text is taken for an echo of a tool's result, and is not to run. One that was refused in the
 * last turn, and is all that the model says now, is its own; a native call always is.
 */
export async function isSuspect(
  call: ActionCall,
  { isAlone }: ReadReply,
  { options }: EngineSetup,
  { shown, refusedEchoes }: EngineProgress,
  context: RunContext,
  callOptions: CallOptions,
): Promise<boolean> {
  const policy = options.onSuspectedInjection ?? engineDefaults.onSuspectedInjection;
  if (policy === 'allow' || call.text === null || !shown.holds(call.text)) return false;
  if (policy === 'ask')
    return !(await askPerson(call, 'suspected_injection', context, callOptions));
  return !(isAlone && refusedEchoes.includes(foldText(call.text)));
}
