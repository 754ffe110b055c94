import { capText } from '../context-window/cap-text.js';
import type { FinishOutcome } from '../finish/types.js';
import type { RunContext } from '../kernel/context.js';
import type { ActionCall, ActionRecord } from './action-call.js';
import { prepareCall } from './prepare.js';
import { messageOf, renderValue } from './render-value.js';
import type { Tool, ToolSet } from './types.js';

/** What a person is asked. */
export interface ApprovalRequest {
  /** The tool's name. */
  readonly action: string;
  /** The call's id. */
  readonly callId: string;
  /** As the model gave them. */
  readonly arguments: unknown;
  /** Why the person is asked. */
  readonly reason: 'requires_approval' | 'suspected_injection';
}

/** Asks a person. Anything but true refuses the call. */
export type Approve = (request: ApprovalRequest) => boolean | Promise<boolean>;

/** How calls are carried out. */
export interface CallOptions {
  readonly tools: ToolSet;
  readonly maxResultChars: number;
  readonly timeoutMs?: number;
  readonly approve?: Approve;
}

interface Executed {
  readonly text: string;
  readonly isError: boolean;
  readonly finish: FinishOutcome | null;
}

/**
 * Carries out one call: prepare, execute, finalize. Whatever goes wrong becomes a record with the status
 * `error`; it rejects only when the run is aborted.
 */
export async function runCall(
  call: ActionCall,
  context: RunContext,
  options: CallOptions,
): Promise<ActionRecord> {
  try {
    const prepared = await prepareCall(call, options.tools);
    if (prepared.refusal !== undefined) return refuseCall(call, prepared.refusal);
    const { tool, input } = prepared;
    if (tool.approval?.(input) === true) {
      const isAllowed = await askPerson(call, 'requires_approval', context, options.approve);
      if (!isAllowed) return refuseCall(call, `the call of ${call.action} was not approved`);
    }
    return finalize(call, await execute(call, tool, input, context, options), options);
  } catch (error) {
    context.abortSignal.throwIfAborted();
    return finalize(call, failed(call, error), options);
  }
}

/** The record of a call that is not carried out. */
export function refuseCall(call: ActionCall, reason: string): ActionRecord {
  return record(call, `Error: ${reason}.`, 'error');
}

/** Whether a person agrees to a call; no, when there is nobody to ask. */
export async function askPerson(
  { action, callId, arguments: given }: ActionCall,
  reason: ApprovalRequest['reason'],
  context: RunContext,
  approve: Approve | undefined,
): Promise<boolean> {
  if (approve === undefined) return false;
  const request: ApprovalRequest = Object.freeze({ action, callId, arguments: given, reason });
  return context.effects.run({
    kind: 'decision',
    input: request,
    perform: async () => {
      const answer: unknown = await approve(request);
      return answer === true;
    },
  });
}

function execute(
  call: ActionCall,
  tool: Tool,
  input: unknown,
  context: RunContext,
  options: CallOptions,
): Promise<Executed> {
  const { action, callId } = call;
  const timeoutMs = Math.min(tool.timeoutMs ?? Infinity, options.timeoutMs ?? Infinity);
  return context.effects.run<Executed>({
    kind: 'tool',
    input: { action, arguments: call.arguments ?? null },
    ...(timeoutMs === Infinity ? {} : { timeoutMs }),
    perform: async (abortSignal) => {
      let finish: FinishOutcome | null = null;
      const toolContext = Object.freeze({
        action,
        callId,
        runId: context.runId,
        step: context.step,
        abortSignal,
        finish: (outcome: FinishOutcome) => {
          finish = Object.freeze({ ...outcome });
        },
      });
      try {
        const value: unknown = await tool.execute(input as never, toolContext);
        return { text: renderValue(value), isError: false, finish };
      } catch (error) {
        abortSignal.throwIfAborted();
        return failed(call, error);
      }
    },
  });
}

function failed({ action }: ActionCall, error: unknown): Executed {
  const text = `Error executing action ${action}: ${messageOf(error)}`;
  return { text, isError: true, finish: null };
}

function finalize(
  call: ActionCall,
  executed: Executed,
  { maxResultChars }: CallOptions,
): ActionRecord {
  const text = capText(executed.text, maxResultChars);
  if (executed.isError) return record(call, text, 'error');
  return record(call, text, 'completed', executed.finish);
}

function record(
  { action, callId, arguments: given }: ActionCall,
  result: string,
  status: ActionRecord['status'],
  finish: FinishOutcome | null = null,
): ActionRecord {
  const base = { action, result, status, callId, arguments: given };
  return Object.freeze(finish === null ? base : { ...base, finish });
}
