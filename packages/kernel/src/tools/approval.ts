import { awaitHook } from '@rlm/repl-types/internal';

import type { ActionCall, CallPlace } from './action-call.js';
import { isSuspension, type Suspension } from '../effects/suspension.js';
import { readDecision } from './decision.js';
import { readArguments } from './prepare.js';
import type { ToolSet } from './types.js';

/** What a person is asked. */
export interface ApprovalRequest {
  /** The tool's name. */
  readonly action: string;
  /** The call's id. */
  readonly callId: string;
  /** As data: JSON text that the model gave is read, the body for a tool that takes text stays text. */
  readonly arguments: unknown;
  /** Why the person is asked. */
  readonly reason: 'requires_approval' | 'suspected_injection';
}

/** Asks a person. Anything but true refuses the call; `suspend()` ends a run with a journal until the decision is there. */
export type ApproveCall = (
  request: ApprovalRequest,
) => boolean | Suspension | Promise<boolean | Suspension>;

/** Who is asked about a call, and until when. */
export interface AskOptions {
  readonly tools: ToolSet;
  readonly approve?: ApproveCall;
  /** Ends the waiting for an answer, beside the run's own signal. */
  readonly abortSignal?: AbortSignal;
}

/** Whether a person agrees to a call; no, when there is nobody to ask. */
export async function askPerson(
  call: ActionCall,
  reason: ApprovalRequest['reason'],
  place: CallPlace,
  { tools, approve, abortSignal }: AskOptions,
): Promise<boolean> {
  if (approve === undefined) return false;
  const { action, callId } = call;
  const request: ApprovalRequest = Object.freeze({
    action,
    callId,
    arguments: readArguments(call, tools.get(action)),
    reason,
  });
  const decision = await place.effects.run<unknown>({
    kind: 'approval',
    input: request,
    perform: async () => {
      const answer: unknown = await awaitHook(() => approve(request));
      return isSuspension(answer) ? answer : answer === true;
    },
    ...(abortSignal === undefined ? {} : { abortSignal }),
  });
  return readDecision(decision).approved;
}
