import { finalSignalOf, type FinalSignal } from '@rlm/repl-types';
import { askHook, awaitHook, toData, untilAborted } from '@rlm/repl-types/internal';
import { trueOrFalse } from '@rlm/repl-types/options';

import type { FinishOutcome } from './finish-outcome.js';
import type { ActionCall, CallPlace } from './action-call.js';
import { askPerson, type AskOptions } from './approval.js';
import { dataLimits } from './data-rule.js';
import { isOwnMistake } from './own-mistake.js';
import { prepareCall } from './prepare.js';
import type { Tool } from './types.js';

/** How calls are carried out. */
export interface CallOptions extends AskOptions {
  /** Ends one call, in milliseconds; a tool's own shorter bound counts. Default: no bound. */
  readonly timeoutMs?: number;
  /** The option that `timeoutMs` comes from, as the error is to name it. Default: `timeoutMs`. */
  readonly timeoutOption?: string;
}

/** What came of a call. */
export type CallOutcome =
  /** The tool's value as JSON data, and what it said out of band. */
  | {
      readonly type: 'completed';
      readonly value: unknown;
      readonly finish: FinishOutcome | null;
    }
  /** It was not carried out, and why: a clause without a full stop. */
  | { readonly type: 'refused'; readonly reason: string }
  /** The tool threw, took too long, or gave what JSON cannot hold. */
  | { readonly type: 'failed'; readonly error: unknown }
  /** Host code called FINAL, FINAL_VAR or SUBMIT: what it threw, and the signal in it. */
  | { readonly type: 'final'; readonly signal: FinalSignal; readonly thrown: Error };

/**
 * Carries out one call of a tool: finds the tool, checks the input, asks a person where a rule wants it, and executes.
 * The one way to run a tool, in every loop. It rejects only when the run, or `abortSignal`, is aborted.
 */
export async function performCall(
  call: ActionCall,
  place: CallPlace,
  options: CallOptions,
): Promise<CallOutcome> {
  try {
    const prepared = await untilAborted(prepareCall(call, options.tools), place.abortSignal);
    if (prepared.refusal !== undefined) return { type: 'refused', reason: prepared.refusal };
    const { tool, input } = prepared;
    const approval = `approval of the tool ${tool.name}`;
    if (askHook(approval, () => tool.approval?.(input), trueOrFalse) === true) {
      const { approved, reason } = await askPerson(call, 'requires_approval', place, options);
      if (!approved) {
        const why = reason === undefined ? '' : `: ${reason}`;
        return { type: 'refused', reason: `the call of ${call.action} was not approved${why}` };
      }
    }
    return await execute(call, tool, input, place, options);
  } catch (error) {
    place.abortSignal.throwIfAborted();
    options.abortSignal?.throwIfAborted();
    if (isOwnMistake(error)) throw error;
    return thrown(error);
  }
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
  return effects.run<CallOutcome>({
    kind: 'tool',
    input: { action, arguments: call.arguments ?? null },
    ...(timeout.timeoutMs === Infinity ? {} : timeout),
    ...(tool.repeatable === false ? { isRepeatable: false } : {}),
    ...(options.abortSignal === undefined ? {} : { abortSignal: options.abortSignal }),
    perform: async (abortSignal, { idempotencyKey }) => {
      let finish: FinishOutcome | null = null;
      const toolContext = Object.freeze({
        action,
        callId,
        runId,
        step,
        idempotencyKey: idempotencyKey === '' ? `${runId}/${step}/${callId}` : idempotencyKey,
        abortSignal,
        finish: (outcome: FinishOutcome) => {
          finish = Object.freeze({ ...outcome });
        },
      });
      try {
        const given: unknown = await awaitHook(() => tool.execute(input as never, toolContext));
        const value =
          given === undefined ? given : toData(given, `the result of ${action}`, dataLimits);
        return { type: 'completed', value, finish };
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
