import { RlmError } from '@rlm/repl-types';
import { awaitHook, describeValue, finalSignalOf, messageOf } from '@rlm/repl-types/internal';

import type { ActionCall, CallPlace } from './action-call.js';
import { isSuspension, type Suspension } from '../effects/suspension.js';
import { type Decision, readDecision } from './decision.js';
import { isOwnMistake } from './own-mistake.js';
import { readArguments } from './prepare.js';
import type { ToolSet } from './types.js';

/** The request to a person. */
export interface ApprovalRequest {
  /** The tool's name. */
  readonly action: string;
  /** The call's id. */
  readonly callId: string;
  /**
   * As data: JSON text from the model is parsed; the body for a tool that takes text stays text.
   */
  readonly arguments: unknown;
  /** Why a person must decide. */
  readonly reason: 'requires_approval' | 'suspected_injection';
}

/**
 * Asks a person. False refuses the call; `suspend()` ends a run with a journal until there is a
 * decision. If the function throws, the call is refused and the run has a diagnostic
 * `approval_failed`. Any other result ends the run with an error (`invalid_approval`). Calls that are
 * made at once ask at once: it may be called again before its first promise has resolved.
 */
export type ApproveCall = (
  request: ApprovalRequest,
) => boolean | Suspension | Promise<boolean | Suspension>;

/** Who is asked about a call, and for how long. */
export interface AskOptions {
  readonly tools: ToolSet;
  readonly approve?: ApproveCall | undefined;
  /** Ends the wait for a decision, in addition to the run's own signal. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** Whether a person approves a call, and why not; not approved if there is no one to ask. */
export async function askPerson(
  call: ActionCall,
  reason: ApprovalRequest['reason'],
  place: CallPlace,
  { tools, approve, abortSignal }: AskOptions,
): Promise<Decision> {
  if (approve === undefined) return { approved: false };
  const { action, callId } = call;
  const request: ApprovalRequest = Object.freeze({
    action,
    callId,
    arguments: readArguments(call, tools.get(action)),
    reason,
  });
  try {
    const decision = await place.effects.run<unknown>({
      kind: 'approval',
      input: request,
      perform: async () => answerOf(await awaitHook(() => approve(request))),
      abortSignal,
    });
    return readDecision(decision);
  } catch (error) {
    place.abortSignal.throwIfAborted();
    abortSignal?.throwIfAborted();
    if (isOwnMistake(error) || finalSignalOf(error) !== undefined) throw error;
    const fault = `approve() failed: ${messageOf(error)}`;
    const message = `The call of ${action} was refused, because ${fault}`;
    place.diagnose?.({ code: 'approval_failed', message });
    return { approved: false, reason: fault };
  }
}

/**
 * What `approve` returned. Throws for anything but an answer, since it is unclear whether that
 * means yes.
 */
function answerOf(answer: unknown): unknown {
  if (typeof answer === 'boolean' || isSuspension(answer)) return answer;
  throw new RlmError(
    `Expected approve() to return true, false or suspend(), got ${describeValue(answer)}.`,
    { code: 'invalid_approval' },
  );
}
