import type { FinishOutcome, RunContext, ActionRecord } from '@rlm/kernel';
import {
  type ActionCall,
  type CallOptions,
  type CallOutcome,
  toModelMessages,
  admitCall,
  askPerson,
  maxRecordBytes,
  performCall,
  recordCall,
} from '@rlm/kernel/internal';
import type { FinalSignal } from '@rlm/repl-types';
import { createBoundedWork, createByteQuota, roughBytes } from '@rlm/repl-types/internal';

import { readFinish } from '../tools/finish-tools.js';
import type { EngineContext } from './events.js';
import { finishOf } from './host-final.js';
import { engineDefaults } from './options.js';
import type { ReadReply } from './read-reply.js';
import { isTerminator, type EngineState } from './state.js';

/** A call that has a record. */
interface DoneCall {
  readonly call: ActionCall;
  readonly record: ActionRecord;
  /**
   * Whether the record's result is data: a result of the tool or the reason why it failed, rather
   * than why it was not called.
   */
  readonly isData: boolean;
}

/** The outcome of the calls of one step. */
export interface ActedTurn {
  /** The calls that have a record, with their records, in order. */
  readonly done: readonly DoneCall[];
  /** Calls that were left out: over the limit, or after a finish. */
  readonly dropped: readonly ActionCall[];
  /** Text actions that needed a confirmation, and were not run. */
  readonly suspected: readonly ActionCall[];
  /** Whether the word that confirms text actions was used; it is valid once. */
  readonly usedWord: boolean;
  /** The outcome reported by the first valid finish. */
  readonly finish: FinishOutcome | null;
}

/**
 * Performs the calls of a step one after another: the one scheduler for both formats. If several
 * native calls need approval, a person is asked about all of them first, at once.
 */
export async function act(
  read: ReadReply,
  state: EngineState,
  context: EngineContext,
): Promise<ActedTurn> {
  const { calls, cutCall } = read;
  const { setup } = state;
  const options = callOptions(state);
  const done: DoneCall[] = [];
  const dropped: ActionCall[] = [];
  const suspected: ActionCall[] = [];
  let finish: FinishOutcome | null = null;
  let textActions = 0;
  let nativeCalls = 0;
  let usedWord = false;
  const { wasToldOfEmptyFinish } = state;
  const quota = createByteQuota(maxRecordBytes);
  let isFull = false;
  const admitted = new Map(
    await Promise.all(
      askedAtOnce(read, state).map(
        async (call) => [call, await admitCall(call, context, options)] as const,
      ),
    ),
  );

  const work = createBoundedWork();
  for await (const call of work.eachInTurns(calls, () => callSteps)) {
    const { action, callId, source } = call;
    const isFinish = isTerminator(setup.mode, action);
    if (source === 'native') nativeCalls += 1;
    else if (!isFinish) textActions += 1;
    if (
      finish !== null ||
      isFull ||
      nativeCalls > maxNativeCalls ||
      (source === 'text' && !isFinish && textActions > setup.maxActionsPerStep)
    ) {
      dropped.push(call);
      continue;
    }
    context.emit({ type: 'action-start', action, callId, arguments: call.arguments });
    const isSuspected = await isSuspect(call, state, context, options);
    usedWord ||= state.word !== null && call.word === state.word;
    if (isSuspected) suspected.push(call);
    const isEmpty = isFinish && !wasToldOfEmptyFinish && leavesNothing(call, calls, state);
    const reason = isSuspected
      ? injected
      : call === cutCall
        ? cutOff
        : isEmpty
          ? emptyFinish
          : null;
    const outcome: CallOutcome =
      reason === null
        ? await (admitted.get(call)?.() ?? performCall(call, context, options))
        : { type: 'refused', reason };
    state.wasToldOfEmptyFinish ||= reason === emptyFinish;
    state.hasRunTool ||= !isFinish && outcome.type !== 'refused';
    const told = outcome.type === 'final' ? finishedBy(outcome.signal) : outcome;
    const record = recordCall(call, told, setup.maxOutputChars);
    isFull = !quota.take(roughBytes(record));
    done.push({ call, record, isData: outcome.type !== 'refused' });
    context.emit({ type: 'action-end', record });
    if (told.type !== 'completed') continue;
    if (outcome.type === 'final') state.finalOutput = outcome.signal;
    if (isFinish || outcome.type === 'final') finish = told.finish;
  }
  return { done, dropped, suspected, usedWord, finish };
}

/** How many native calls of a reply run; of text actions, the caller says it. */
const maxNativeCalls = 100;

/** The steps of a call, beside what its tool does. */
const callSteps = 100;

/**
 * The native calls of a reply that may need approval, if there are several: all up to the first
 * finish, behind which calls are dropped.
 */
function askedAtOnce(
  { calls, cutCall }: ReadReply,
  { setup: { mode, tools } }: EngineState,
): readonly ActionCall[] {
  const end = calls.findIndex(({ action }) => isTerminator(mode, action));
  const asking = calls
    .slice(0, end === -1 ? calls.length : end)
    .filter(({ source }) => source === 'native')
    .slice(0, maxNativeCalls)
    .filter((call) => call !== cutCall)
    .filter(({ action }) => tools.get(action)?.approval !== undefined);
  return asking.length > 1 ? asking : [];
}

const injected = 'suspected_injection: an action in the text must be confirmed in this run';
const cutOff = 'its arguments were cut off at the length limit of the reply';

const emptyFinish =
  'the person would get no text at all. Write the answer as text beside the call, or as its summary; if there is nothing to say, call finish_response once more';

/**
 * Whether a finish leaves the person of a response without a word, though the model can still be
 * told: it is empty, nothing was said, no tool has run or follows it, and another step is left.
 */
function leavesNothing(
  call: ActionCall,
  calls: readonly ActionCall[],
  { hasSpoken, hasRunTool, steps, setup: { mode, maxSteps } }: EngineState,
): boolean {
  if (mode === 'task' || hasSpoken || hasRunTool || steps.length >= maxSteps) return false;
  const later = calls.slice(calls.indexOf(call) + 1);
  if (later.some(({ action }) => !isTerminator(mode, action))) return false;
  return readFinish(call)?.finish?.summary === null;
}

/** The outcome of a call whose tool called FINAL: it has completed, and its value is the answer. */
function finishedBy(signal: FinalSignal): Exclude<CallOutcome, { readonly type: 'final' }> {
  const finish = finishOf(signal);
  if (finish === null)
    return { type: 'refused', reason: 'FINAL_VAR needs a REPL, which this run does not have' };
  return { type: 'completed', value: finish.summary, finish };
}

function callOptions({ setup: { tools, options }, conversation }: EngineState): CallOptions {
  const { limits, approve } = options;
  const timeoutMs = limits?.callTimeoutMs;
  return {
    tools,
    messages: () => Promise.resolve(toModelMessages(conversation.said())),
    timeoutMs,
    timeoutOption: 'limits.callTimeoutMs',
    approve,
  };
}

/**
 * Whether an action in the text must not run: once the model was shown a text that contains one,
 * the action may be a quotation. A person confirms it, or a word that the host chose and that no
 * data can know. A native call is always the model's own.
 */
async function isSuspect(
  call: ActionCall,
  { setup, shown, actionMarks, word }: EngineState,
  context: RunContext,
  callOptions: CallOptions,
): Promise<boolean> {
  const policy = setup.options.onSuspectedInjection ?? engineDefaults.onSuspectedInjection;
  if (policy === 'allow' || call.source !== 'text' || !shown.has(actionMarks)) return false;
  if (policy === 'ask')
    return !(await askPerson(call, 'suspected_injection', context, callOptions)).approved;
  return word === null || call.word !== word;
}
