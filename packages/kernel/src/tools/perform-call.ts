import type { FinalSignal } from '@rlm/repl-types';
import {
  awaitHook,
  checkOption,
  finalSignalOf,
  refuseOption,
  toData,
  untilAborted,
} from '@rlm/repl-types/internal';
import { required, trueOrFalse } from '@rlm/repl-types/options';

import type { ModelMessage } from '../contract/model-message.js';
import type { FinishOutcome } from './finish-outcome.js';
import type { ActionCall, CallPlace } from './action-call.js';
import { askPerson, type AskOptions } from './approval.js';
import { dataLimits } from './data-rule.js';
import { isOwnMistake } from './own-mistake.js';
import { prepareCall } from './prepare.js';
import type { Tool } from './types.js';

/** How calls are performed. */
export interface CallOptions extends AskOptions {
  /**
   * Time limit of one call, in milliseconds; a tool's own shorter limit takes precedence. Default:
   * none.
   */
  readonly timeoutMs?: number | undefined;
  /** The option that sets `timeoutMs`, for the error to name. Default: `timeoutMs`. */
  readonly timeoutOption?: string | undefined;
  /** The conversation that led to the calls. Default: none. */
  readonly messages?: (() => Promise<ModelMessage[]>) | undefined;
}

/** The outcome of a call. */
export type CallOutcome =
  /** The tool's value as JSON data, and what it reported out of band. */
  | {
      readonly type: 'completed';
      readonly value: unknown;
      readonly finish: FinishOutcome | null;
      /** The result of the tool's `toModelOutput`, as JSON data. */
      readonly shown?: unknown;
    }
  /** The call was not made; the reason is a clause without a full stop. */
  | { readonly type: 'refused'; readonly reason: string }
  /** The tool threw, took too long, or returned something that JSON cannot hold. */
  | { readonly type: 'failed'; readonly error: unknown }
  /** Host code called FINAL, FINAL_VAR or SUBMIT: the error that it threw, and the signal in it. */
  | { readonly type: 'final'; readonly signal: FinalSignal; readonly thrown: Error };

/**
 * Performs one tool call: finds the tool, checks the input, asks a person if a rule requires it,
 * and executes the tool. Every loop runs tools through this function. It rejects if the run or
 * `abortSignal` is aborted, and for a misuse of `approve`.
 */
export async function performCall(
  call: ActionCall,
  place: CallPlace,
  options: CallOptions,
): Promise<CallOutcome> {
  return (await admitCall(call, place, options))();
}

/**
 * All that comes before the execution of a call: finds the tool, checks the input, and asks a person
 * if a rule requires it. Rejects as {@link performCall} does.
 *
 * @returns what executes the call, or gives the reason why it is refused
 */
export async function admitCall(
  call: ActionCall,
  place: CallPlace,
  options: CallOptions,
): Promise<() => Promise<CallOutcome>> {
  const faultOf = (error: unknown): CallOutcome => {
    place.abortSignal.throwIfAborted();
    options.abortSignal?.throwIfAborted();
    if (isOwnMistake(error)) throw error;
    return thrown(error);
  };
  const give = (outcome: CallOutcome) => () => Promise.resolve(outcome);
  try {
    const prepared = await untilAborted(prepareCall(call, options.tools), place.abortSignal);
    if (prepared.refusal !== undefined) return give({ type: 'refused', reason: prepared.refusal });
    const { tool, input } = prepared;
    if (
      tool.approval !== undefined &&
      (await isAsked(call, tool.approval, input, place, options))
    ) {
      const { approved, reason } = await askPerson(call, 'requires_approval', place, options);
      if (!approved) {
        const why = reason === undefined ? '' : `: ${reason}`;
        return give({
          type: 'refused',
          reason: `the call of ${call.action} was not approved${why}`,
        });
      }
    }
    return () => execute(call, tool, input, place, options).catch(faultOf);
  } catch (error) {
    return give(faultOf(error));
  }
}

const noMessages = (): Promise<ModelMessage[]> => Promise.resolve([]);

/** Whether a person must decide about a call, by the tool's rule. */
async function isAsked(
  { action, callId }: ActionCall,
  rule: NonNullable<Tool['approval']>,
  input: unknown,
  { effects, abortSignal }: CallPlace,
  { messages = noMessages }: CallOptions,
): Promise<boolean> {
  const asked = awaitHook(() => rule(input, { callId, messages }));
  const answer = await untilAborted(effects.busy(asked), abortSignal);
  checkOption(`approval of the tool ${action}`, answer, required(trueOrFalse), refuseOption);
  return answer;
}

function execute(
  call: ActionCall,
  tool: Tool,
  input: unknown,
  { runId, step, effects }: CallPlace,
  options: CallOptions,
): Promise<CallOutcome> {
  const { action, callId } = call;
  const { timeoutMs: most = Infinity, timeoutOption = 'timeoutMs' } = options;
  const { timeoutMs: own = Infinity } = tool;
  const timeout =
    own <= most
      ? { timeoutMs: own, timeoutOption: `timeoutMs of the tool ${action}` }
      : { timeoutMs: most, timeoutOption };
  const shownOf = async (output: unknown): Promise<unknown> => {
    if (tool.toModelOutput === undefined) return undefined;
    const shown: unknown = await awaitHook(() =>
      tool.toModelOutput?.({ toolCallId: callId, input, output }),
    );
    return toData(shown, `the result of toModelOutput() of ${action}`, dataLimits);
  };
  return effects.run<CallOutcome>({
    kind: 'tool',
    input: { action, arguments: call.arguments ?? null },
    ...(timeout.timeoutMs === Infinity ? {} : timeout),
    isRepeatable: tool.repeatable,
    abortSignal: options.abortSignal,
    perform: async (abortSignal, { idempotencyKey }) => {
      let finish: FinishOutcome | null = null;
      const toolContext = Object.freeze({
        action,
        callId,
        runId,
        step,
        idempotencyKey: idempotencyKey === '' ? `${runId}/${step}/${callId}` : idempotencyKey,
        abortSignal,
        messages: options.messages ?? noMessages,
        finish: (outcome: FinishOutcome) => {
          finish = Object.freeze({ ...outcome });
        },
      });
      try {
        const given: unknown = await awaitHook(() => tool.execute(input as never, toolContext));
        const value =
          given === undefined ? given : toData(given, `the result of ${action}`, dataLimits);
        const shown = call.source === 'code' ? undefined : await shownOf(given);
        return { type: 'completed', value, finish, shown };
      } catch (error) {
        abortSignal.throwIfAborted();
        return thrown(error);
      }
    },
  });
}

function thrown(error: unknown): CallOutcome {
  const signal = finalSignalOf(error);
  if (signal === undefined) return { type: 'failed', error };
  return { type: 'final', signal, thrown: error as Error };
}
