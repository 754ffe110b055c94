import type { Turn } from '@rlm/policies';
import { finalSignalOf } from '@rlm/repl-types';
import { blankEchoes, foldText } from '@rlm/termination/shown';

import type { FinishOutcome } from '../finish/types.js';
import type { Protocol, StepOutcome, StopReason } from '../kernel/protocol.js';
import type { RunContext } from '../kernel/scope/context.js';
import type { ModelReply } from '../model/types.js';
import { finishTools } from '../tools/finish-tools.js';
import { act, type ActedTurn } from './act.js';
import { askModel } from './ask-model.js';
import type { Conversation } from './conversation.js';
import type { EngineOwnEvent } from './events.js';
import { failTask } from './failure.js';
import { finishOf } from './host-final.js';
import { nameTask, offeredTools, openConversation } from './opening.js';
import { readReply, type ReadReply } from './read-reply.js';
import { remarksOn, renderNote, type Remark } from './remarks.js';
import type { EngineProgress, EngineSetup } from './state.js';
import { hostFinalResult, stepResult, stoppedResult } from './step-result.js';
import { turnMessages } from './turn-messages.js';

type Outcome = StepOutcome<Conversation, FinishOutcome>;

const mostRemarks = 100;

/** The Penguin protocol: one turn asks the model, acts, and looks whether it has finished. */
export function createEngineProtocol(
  setup: EngineSetup,
  progress: EngineProgress,
): Protocol<undefined, Conversation, FinishOutcome, EngineOwnEvent> {
  const { mode, options, maxIterations } = setup;
  const tools = offeredTools(setup);

  /** A turn, and the end that host code gives it by calling FINAL anywhere in it. */
  async function* step(
    conversation: Conversation,
    context: RunContext,
  ): AsyncGenerator<EngineOwnEvent, Outcome, undefined> {
    try {
      return yield* takeTurn(conversation, context);
    } catch (error) {
      const signal = finalSignalOf(error);
      const finish = signal === undefined ? null : finishOf(signal);
      if (signal === undefined || finish === null) throw error;
      progress.finalOutput = signal;
      if (mode === 'task') yield completed(finish, progress.iterations);
      return { type: 'final', state: conversation, result: hostFinalResult, answer: finish };
    }
  }

  async function* takeTurn(
    conversation: Conversation,
    context: RunContext,
  ): AsyncGenerator<EngineOwnEvent, Outcome, undefined> {
    if ((await options.shouldStop?.()) === true) {
      const stop = {
        finishReason: 'stopped',
        code: 'stopped',
        message: 'shouldStop said so',
      } as const;
      return { type: 'stop', state: conversation, result: stoppedResult, stop };
    }
    if (mode === 'task' && !progress.hasStarted) {
      yield { type: 'task-started', ...nameTask(setup, context), maxIterations };
    }
    progress.hasStarted = true;

    let reply: ModelReply;
    try {
      const { messages, dropped } = conversation.next();
      if (dropped > 0) yield { type: 'context-trimmed', dropped };
      reply = await askModel(messages, tools, setup, progress, context);
    } catch (error) {
      yield* failTask(error, setup, progress, context);
      throw error;
    }
    const iteration = progress.iterations;
    progress.assistantResponse = progress.cutText + reply.text;
    yield { type: 'reply-received', iteration, text: reply.text };

    const startedAt = context.clock.now();
    const read = readReply(reply, setup, iteration);
    const isHalf = read.isCutOff && read.calls.length === 0 && read.diagnostics.length === 0;
    progress.cutText = isHalf ? progress.assistantResponse : '';
    const acted = yield* act(read, setup, progress, context);
    for (const { record } of acted.done) {
      progress.actionResults.push(record);
    }
    const said = blankEchoes(reply.text, (call) => progress.shown.holds(call));
    noteShown(acted);
    const remarks = remarksOn(read, acted);
    yield* publish(remarks, context);
    if (mode === 'task')
      yield { type: 'task-progressed', iteration, maxIterations, progress: percent(iteration) };

    const turn: Turn = {
      reply: reply.text,
      results: acted.done.map(({ record }) => record),
      mode,
      ...(read.malformed === undefined ? {} : { malformed: read.malformed }),
      ...(acted.suspected.length === 0 ? {} : { echoed: true }),
    };
    const result = stepResult(
      { ...reply, text: said },
      turn,
      acted,
      context.clock.now() - startedAt,
    );
    if (acted.finish !== null) {
      if (mode === 'task') yield completed(acted.finish, iteration);
      return { type: 'final', state: conversation, result, answer: acted.finish };
    }
    const verdict = judge(turn, read);
    if ('stop' in verdict) return { type: 'stop', state: conversation, result, stop: verdict.stop };
    record(conversation, reply, read, acted, remarks, verdict.notes);
    return { type: 'continue', state: conversation, result };
  }

  /** A finish tool says only what the model said, or the engine: neither is data. */
  function noteShown({ done, suspected }: ActedTurn): void {
    progress.refusedEchoes = suspected.map(({ text }) => foldText(text ?? ''));
    for (const { call, record } of done) {
      if (suspected.includes(call) || finishTools.some(({ name }) => name === call.action))
        continue;
      progress.shown.add(record.result);
    }
  }

  function percent(iteration: number): number {
    return Math.floor((100 * iteration) / maxIterations);
  }

  function completed({ status, summary }: FinishOutcome, iteration: number): EngineOwnEvent {
    return {
      type: 'task-completed',
      response: progress.assistantResponse,
      iteration,
      maxIterations,
      finishStatus: status,
      finishSummary: summary,
      requiresReview: true,
    };
  }

  function* publish(remarks: readonly Remark[], context: RunContext): Generator<EngineOwnEvent> {
    for (const { code, message } of remarks) {
      if (progress.remarks >= mostRemarks) return;
      progress.remarks += 1;
      context.diagnose({ code, message, step: context.step });
      yield { type: 'diagnostic-found', code, message };
    }
  }

  function judge(turn: Turn, read: ReadReply): { stop: StopReason } | { notes: readonly string[] } {
    if (mode === 'task' && read.hasUnparsedFinish && !progress.wasToldOfFinish) {
      progress.wasToldOfFinish = true;
      return { notes: [] };
    }
    const verdict = progress.guard?.observe(turn);
    if (verdict?.stop === true && verdict.status !== null) {
      const message = `The guard ended the run (${verdict.rule ?? 'unknown rule'}): ${verdict.evidence ?? ''}`;
      return { stop: { finishReason: 'guard', code: verdict.status, message } };
    }
    return { notes: verdict?.note === undefined ? [] : [verdict.note] };
  }

  function record(
    conversation: Conversation,
    reply: ModelReply,
    read: ReadReply,
    acted: ActedTurn,
    remarks: readonly Remark[],
    notes: readonly string[],
  ): void {
    const note = renderNote(remarks, notes, read, setup);
    conversation.add(...turnMessages(reply, acted), ...(note === null ? [] : [note]));
  }

  return {
    name: mode,
    open: () => Promise.resolve(openConversation(setup)),
    step,
  };
}
