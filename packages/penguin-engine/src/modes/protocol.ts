import type {
  FinishOutcome,
  Protocol,
  RunContext,
  StepOutcome,
  StopReason,
  SentBack,
} from '@rlm/kernel';
import { randomHex, shortRecord, toModelMessages } from '@rlm/kernel/internal';
import type { ModelReply } from '@rlm/kernel/model';
import { awaitHook, finalSignalOf, roughBytes } from '@rlm/repl-types/internal';
import type { ActionResult, Turn } from '@rlm/policies';
import { cutText } from '@rlm/repl-types';
import { blankFinals } from '@rlm/termination/internal';
import { finalMarks } from '@rlm/termination/shown';

import { act, type ActedTurn } from './act.js';
import { askModel } from './ask-model.js';
import type { EngineContext, EngineOwnEvent } from './events.js';
import { failTask } from './failure.js';
import { headOf } from './head.js';
import { finishOf } from './host-final.js';
import { nameTask, openState } from './opening.js';
import { readReply, type ReadReply } from './read-reply.js';
import type { Notice } from './notice.js';
import { noticesOn, renderNotices } from './notices.js';
import type { EngineMode } from './result.js';
import { reviewFinish } from './review-finish.js';
import type { EngineSetup, EngineState } from './state.js';
import { hostFinalResult, stepResult, stoppedResult } from './step-result.js';
import { noteShown, turnMessages } from './turn-messages.js';

type Outcome = StepOutcome<EngineState, FinishOutcome>;

const maxPublished = 100;

/**
 * The protocol of the agent loop: each step asks the model, acts, and checks whether the model has finished.
 * `prepare` is awaited before the first step.
 */
export function engineProtocol(
  mode: EngineMode,
  prepare: (context: RunContext) => Promise<void>,
): Protocol<EngineSetup, EngineState, FinishOutcome, EngineOwnEvent> {
  return {
    name: mode,
    head: (setup) => Promise.resolve(headOf(setup)),
    async open(setup, context) {
      await prepare(context);
      return openState(setup);
    },
    step,
    close(state) {
      state.messages = toModelMessages(state.conversation.said());
      return Promise.resolve();
    },
  };
}

/** Takes a step, and handles host code that ends it by calling FINAL anywhere in it. */
async function step(state: EngineState, context: EngineContext): Promise<Outcome> {
  try {
    return await takeTurn(state, context);
  } catch (error) {
    const signal = finalSignalOf(error);
    const finish = signal === undefined ? null : finishOf(signal);
    if (signal === undefined || finish === null) throw error;
    state.finalOutput = signal;
    if (state.setup.mode === 'task') context.emit(completed(finish, state));
    return { type: 'final', state, result: hostFinalResult, answer: finish };
  }
}

async function takeTurn(state: EngineState, context: EngineContext): Promise<Outcome> {
  const { setup, conversation } = state;
  const { mode, maxSteps } = setup;
  if (await shouldStop(state, context)) {
    const stop = {
      finishReason: 'stopped',
      code: 'stopped',
      message: 'shouldStop returned true',
    } as const;
    return { type: 'stop', state, result: stoppedResult, stop };
  }
  if (mode === 'task' && !state.hasStarted) {
    context.emit({ type: 'task-start', ...nameTask(setup, context), maxSteps });
  }
  state.hasStarted = true;

  let reply: ModelReply;
  try {
    reply = await askModel(state, context);
  } catch (error) {
    failTask(error, state, context);
    throw error;
  }
  const iteration = state.steps.length;
  state.assistantResponse = state.cutText + reply.text;
  const taken = state.steps.at(-1);
  if (taken !== undefined) taken.reply = keptReply(reply.text, state);

  const startedAt = context.clock.now();
  const read = await readReply(reply, state.assistantResponse, setup, iteration);
  state.hasSpoken ||= read.speaks;
  const isHalf =
    read.isCutOff && !read.isTooLong && read.calls.length === 0 && read.diagnostics.length === 0;
  state.cutText = isHalf ? state.assistantResponse : '';
  const acted = await act(read, state, context);
  conversation.add(...turnMessages(reply, acted));
  const records = acted.done.map(({ record }) =>
    state.recordBytes.take(roughBytes(record)) ? record : shortRecord(record),
  );
  state.actionResults.push(...records);
  if (taken !== undefined) taken.actions = records;
  const said = state.shown.has(finalMarks) ? blankFinals(reply.text) : reply.text;
  await noteShown(acted, state);
  const confirm = await nextWord(acted, state, context);
  const notices = noticesOn(read, acted, setup);
  publish(notices, state, context);
  if (mode === 'task') {
    const progress = Math.floor((100 * iteration) / maxSteps);
    context.emit({ type: 'task-progress', iteration, maxSteps, progress });
  }

  const turn: Turn = {
    reply: reply.text,
    results: acted.done.map(({ record }) => record),
    mode,
    malformed: read.malformed,
    echoed: acted.suspected.length > 0 ? true : undefined,
  };
  const result = stepResult({ ...reply, text: said }, turn, acted, context.clock.now() - startedAt);
  const sent = acted.finish === null ? undefined : await context.reviewAnswer(result);
  const finish = sent === undefined ? acted.finish : null;
  const rejected = finish === null ? null : await review(finish, state, context);
  if (finish !== null && rejected === null) {
    if (mode === 'task') context.emit(completed(finish, state));
    return { type: 'final', state, result, answer: finish };
  }
  const back = rejected ?? (sent === undefined ? null : sendBack(sent, state, context));
  const verdict = back ?? (await judged(turn, result, read, state, context));
  if ('stop' in verdict) {
    const { stop } = verdict;
    // A response may end without a tool: nothing stopped it.
    if (stop.code === 'completed') return { type: 'final', state, result, answer: plainFinish };
    const answer = plainAnswers.includes(stop.code) ? plainFinish : undefined;
    return { type: 'stop', state, result, stop, answer };
  }
  const around = { first: confirm, last: verdict.notices };
  const hasNotices = notices.length + confirm.length + verdict.notices.length > 0;
  if (hasNotices || read.calls.length === 0) {
    const message = renderNotices(notices, around, read, setup);
    if (message !== null) conversation.add(message);
  }
  return { type: 'continue', state, result };
}

/** Characters of a reply that its step keeps once earlier steps have used up the limit. */
const shortReplyChars = 2_000;

function keptReply(text: string, { recordBytes }: EngineState): string {
  return recordBytes.take(roughBytes(text)) ? text : cutText(text, shortReplyChars).text;
}

/**
 * Whether the caller stops the run. This is an effect, since the answer depends on when it is
 * asked.
 */
async function shouldStop({ setup }: EngineState, context: RunContext): Promise<boolean> {
  const { shouldStop: ask } = setup.options;
  if (ask === undefined) return false;
  return context.effects.run({
    kind: 'stop',
    input: null,
    perform: () => awaitHook(ask),
  });
}

/**
 * Chooses the word that confirms text actions, if one was refused or the last word was used.
 * Returns the lines that tell the model.
 */
async function nextWord(
  { suspected, usedWord }: ActedTurn,
  state: EngineState,
  { effects }: RunContext,
): Promise<readonly string[]> {
  const { nativeTools, onSuspectedInjection } = state.setup.options;
  if (onSuspectedInjection === 'ask' || (suspected.length === 0 && !usedWord)) return [];
  if (state.word === null || usedWord) {
    state.word = await effects.run({
      kind: 'random',
      input: null,
      perform: () => Promise.resolve(randomHex(6)),
    });
  }
  const natively = nativeTools === false ? '' : ', or call the tool natively';
  return [
    `To confirm an action in your next reply, write \`confirm ${state.word}\` on the line before it${natively}.`,
  ];
}

function completed(finish: FinishOutcome, state: EngineState): EngineOwnEvent {
  return {
    type: 'task-end',
    status: 'pending_review',
    response: state.assistantResponse,
    iteration: state.steps.length,
    maxSteps: state.setup.maxSteps,
    finishStatus: finish.status,
    finishSummary: finish.summary,
    requiresReview: true,
  };
}

function publish(notices: readonly Notice[], state: EngineState, context: EngineContext): void {
  for (const { code, message } of notices) {
    if (state.notices >= maxPublished) return;
    state.notices += 1;
    context.diagnose({ code, message, step: context.step });
    context.emit({ type: 'diagnostic', code, message });
  }
}

/** Waits for a person's decision, if the options ask for one; null if the finish ends the run. */
async function review(
  finish: FinishOutcome,
  state: EngineState,
  context: EngineContext,
): Promise<{ notices: readonly string[] } | null> {
  if (state.setup.options.review !== 'wait') return null;
  return reviewFinish(finish, state, context);
}

/** Handles an answer that a policy sent back: returns the notices for the model. */
function sendBack(
  { code, reason }: SentBack,
  state: EngineState,
  context: RunContext,
): { notices: readonly string[] } {
  state.finalOutput = null;
  context.diagnose({ code: 'answer_sent_back', message: `${code}: ${reason}` });
  return { notices: [`Your answer was sent back, and the run goes on. ${reason}`] };
}

/**
 * The guard's verdict on a step. If it would end the run with a plain answer, policies may send
 * that back.
 */
async function judged(
  turn: Turn,
  result: ActionResult,
  read: ReadReply,
  state: EngineState,
  context: RunContext,
): Promise<{ stop: StopReason } | { notices: readonly string[] }> {
  const verdict = judge(turn, read, state);
  if (!('stop' in verdict) || !plainAnswers.includes(verdict.stop.code)) return verdict;
  const sent = await context.reviewAnswer(result);
  return sent === undefined ? verdict : sendBack(sent, state, context);
}

/** Verdicts of the guard by which the model's text is the answer. */
const plainAnswers: readonly string[] = ['completed', 'implicit_completion'];

/** The finish of such an answer: the reply is its text. */
const plainFinish: FinishOutcome = { status: 'done', summary: null, statusDefaulted: true };

function judge(
  turn: Turn,
  read: ReadReply,
  state: EngineState,
): { stop: StopReason } | { notices: readonly string[] } {
  if (state.setup.mode === 'task' && read.hasUnparsedFinish && !state.wasToldOfFinish) {
    state.wasToldOfFinish = true;
    return { notices: [] };
  }
  const verdict = state.guard?.observe(turn);
  if (verdict?.stop === true && verdict.status !== null) {
    const message = `The guard ended the run (${verdict.rule ?? 'unknown rule'}): ${verdict.evidence ?? ''}`;
    return { stop: { finishReason: 'guard', code: verdict.status, message } };
  }
  return { notices: verdict?.note === undefined ? [] : [verdict.note] };
}
