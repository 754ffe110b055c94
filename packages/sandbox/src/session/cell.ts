import { cutText, type CutText, type FinalSignal, type LlmCall } from '@rlm/repl-types';
import {
  createOutputBuffer,
  type ExecutionError,
  type ExecutionOutcome,
  type OutputBuffer,
} from '@rlm/repl-types/internal';

import type { ChildExit } from '../contract/backend.js';
import type {
  CallFrame,
  DoneFrame,
  FinalFrame,
  GuestFrame,
  OutputFrame,
} from '../contract/frames.js';
import type { SandboxLimits } from '../contract/limits.js';
import type { PreflightRequest } from '../contract/preflight.js';
import type { CallRecord } from './calls.js';
import type { WholeBackend } from './create-sandbox.js';
import type { LiveChild } from './live-child.js';
import { callBytes, keyOf, maxLogBytes, type RecordedCall } from './log.js';
import { readFinal } from './parse-frame.js';
import { createPendingCalls, type PendingCalls } from './pending-calls.js';
import { describeStop, type StopCause } from './result.js';

/** How a cell ended, before the session has recovered from it. */
export interface CellEnd {
  readonly outcome: ExecutionOutcome;
  readonly error: ExecutionError | undefined;
  readonly final: FinalSignal | null;
  readonly stdout: CutText;
  readonly stderr: CutText;
  readonly llmCalls: readonly LlmCall[];
  /** Calls whose answers the code got, in order; undefined if they took too much to be kept. */
  readonly answered: readonly RecordedCall[] | undefined;
  /** How the child says it ended, if it has said it. */
  readonly done: DoneFrame | undefined;
  /** Why nothing of it ran, if that is so: a look at it found a certain fault, or it is not code of the language. */
  readonly unrun: 'refused' | 'unread' | undefined;
  readonly guestMs: number;
  /** Whether the child is gone, or must be ended. */
  readonly isChildLost: boolean;
  /** Whether the cell was stopped from outside. */
  readonly wasStopped: boolean;
}

/** The options of a cell. */
export interface CellOptions {
  readonly child: LiveChild;
  readonly limits: SandboxLimits;
  /** Time for which it may run, in milliseconds, without that in which it waits. */
  readonly limitMs: number;
  /** Makes a call, and has {@link Cell.answer} called when the answer is there. */
  readonly onCall: (call: CallFrame) => void;
  /** Called when the code waits for the host, and no answer is ready for it. */
  readonly onWait?: (() => void) | undefined;
  readonly onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined;
}

/** An answer that is ready for the code. */
interface ReadyAnswer {
  readonly call: number;
  readonly outcome: RecordedCall['outcome'];
  /** Called when the code has it, or will never take it. */
  readonly taken: () => void;
}

/** Characters of a prompt, of a response, and of an error that a result keeps: head and tail. */
const maxTextChars = 10_000;

/** Characters of these that a result keeps in all; calls after that are kept without them. */
const maxCellChars = 1_000_000;

const noText: CutText = { text: '', gaps: [] };

/**
 * One cell while it runs: takes the child's frames, delivers answers one at a time, stops the cell when it must. The
 * first cause of a stop wins; the first FINAL wins over all of them, and is recorded the moment its frame comes.
 */
export class Cell {
  readonly ended: Promise<CellEnd>;
  readonly #options: CellOptions;
  #settle: (end: CellEnd) => void = () => undefined;
  #isOver = false;
  #cause: StopCause | undefined;
  #final: FinalSignal | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;

  // Time: it stands still while the code waits for the host.
  #ranMs = 0;
  #since: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  #isOutputDone = false;
  readonly #outputs: { stdout?: OutputBuffer; stderr?: OutputBuffer } = {};

  // Calls: those without an answer by their number, and the answers that are ready.
  #isWaiting = false;
  #controller: AbortController | undefined;
  #pending: PendingCalls | undefined;
  readonly #calls = new Map<number, Pick<RecordedCall, 'name' | 'args'>>();
  readonly #ready: ReadyAnswer[] = [];
  #answered: RecordedCall[] | undefined = [];
  #answeredBytes = 0;
  #hasAnswers = false;
  readonly #llmCalls: LlmCall[] = [];
  #llmCharsLeft = maxCellChars;

  constructor(options: CellOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    this.#run();
  }

  /** Whether the code waits for the host, and has all answers that are ready. */
  get isWaiting(): boolean {
    return this.#isWaiting && this.#cause === undefined && !this.#isOver;
  }

  /** Aborted when the cell has ended or is stopped: its calls end with it. */
  get abortSignal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isOver || this.#cause !== undefined) this.#endCalls();
    return this.#controller.signal;
  }

  /** Keeps a call of a function for the result, with as much of its texts as is kept. */
  record({ name, prompt, response, error, durationMs }: CallRecord): void {
    if (this.#isOver) return;
    const kept: { -readonly [Field in keyof LlmCall]: LlmCall[Field] } = { name, durationMs };
    if (prompt !== undefined) kept.prompt = this.#cut(prompt);
    if (response !== undefined) kept.response = this.#cut(response);
    if (error !== undefined) kept.error = this.#cut(error);
    this.#llmCalls.push(kept);
  }

  /** An answer has come. `taken` is called when the code has it, or will never take it. */
  answer(
    call: number,
    outcome: RecordedCall['outcome'],
    taken: () => void = () => undefined,
  ): void {
    if (this.#isOver) taken();
    else this.#ready.push({ call, outcome, taken });
    this.#deliver();
  }

  /** Stops the cell, which gets no answer more. After the grace period the child is given up. */
  stop(cause: StopCause): void {
    if (this.#isOver || this.#cause !== undefined) return;
    this.#cause = cause;
    this.#pause();
    const { child, limits } = this.#options;
    this.#grace = setTimeout(() => {
      this.#end(undefined, true);
    }, limits.graceMs);
    child.stop();
    this.#endCalls();
  }

  /** Takes a frame. Returns false for one that makes no sense now. */
  take(frame: GuestFrame, id: number): boolean {
    if (this.#isOver) return true;
    switch (frame.type) {
      case 'output':
        this.#print(frame);
        return true;
      case 'call':
        return this.#call(frame);
      case 'wait':
        this.#wait();
        return true;
      case 'final':
        return this.#recordFinal(frame);
      case 'done':
        if (frame.id !== id || (unrun(frame) !== undefined && this.#hasActed())) return false;
        this.#end(frame, false);
        return true;
      case 'reply':
      case 'snapshot':
        return false;
    }
  }

  /** The child is gone. */
  lose({ kind, reason }: ChildExit): void {
    this.#cause ??= { kind: causeOfExit[kind], reason };
    this.#end(undefined, true);
  }

  /** Whether the cell has done something that only a cell that ran can do. */
  #hasActed(): boolean {
    return this.#final !== null || this.#hasAnswers || this.#calls.size > 0;
  }

  #print({ stream, text, dropped = 0 }: OutputFrame): void {
    if (this.#isOutputDone) return;
    const { limits, onOutput } = this.#options;
    const output = (this.#outputs[stream] ??= createOutputBuffer(limits.maxOutputChars));
    output.skip(dropped);
    const shown = output.add(text);
    if (shown !== '') onOutput?.(shown, stream);
  }

  #call(frame: CallFrame): boolean {
    if (this.#cause !== undefined) return true;
    const { limits, onCall } = this.#options;
    this.#pending ??= createPendingCalls(limits);
    // A child holds back calls that are over the limits itself: such frames are forged.
    if (!this.#pending.add(frame)) return false;
    this.#calls.set(frame.call, { name: frame.name, args: keyOf(frame.args) });
    onCall(frame);
    return true;
  }

  #wait(): void {
    // Without a call there is nothing to wait for, and time goes on.
    if (this.#cause !== undefined || this.#calls.size === 0) return;
    this.#isWaiting = true;
    this.#pause();
    this.#deliver();
    if (this.isWaiting) this.#options.onWait?.();
  }

  #deliver(): void {
    if (!this.isWaiting) return;
    const ready = this.#ready.shift();
    if (ready === undefined) return;
    const { call, outcome, taken } = ready;
    this.#isWaiting = false;
    this.#run();
    this.#keepAnswer(call, outcome);
    taken();
    if ('final' in outcome) this.#finish(outcome.final, call);
    else this.#options.child.send({ type: 'result', call, outcome });
  }

  #keepAnswer(call: number, outcome: RecordedCall['outcome']): void {
    const made = this.#calls.get(call);
    this.#calls.delete(call);
    this.#pending?.remove(call);
    this.#hasAnswers = true;
    if (made === undefined || this.#answered === undefined) return;
    const answered = { ...made, outcome };
    this.#answeredBytes += callBytes(answered);
    if (this.#answeredBytes > maxLogBytes) this.#answered = undefined;
    else this.#answered.push(answered);
  }

  #recordFinal(frame: FinalFrame): boolean {
    if (this.#final !== null) return true;
    const final = readFinal(frame, this.#options.limits);
    if (final === undefined) return false;
    this.#finish(final);
    return true;
  }

  /** Records the final. `call` is the host call that gave it, which must not leave the code waiting. */
  #finish(final: FinalSignal, call?: number): void {
    this.#final = final;
    // Code that waits for the host cannot print: output that arrives now was printed before.
    this.#isOutputDone = call === undefined;
    this.#cause = undefined;
    clearTimeout(this.#grace);
    this.stop({ kind: 'final' });
  }

  #cut(text: string): string {
    const kept = cutText(text, Math.min(maxTextChars, this.#llmCharsLeft)).text;
    this.#llmCharsLeft = Math.max(0, this.#llmCharsLeft - kept.length);
    return kept;
  }

  #run(): void {
    const { limitMs } = this.#options;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => {
        this.stop({ kind: 'timeout', limitMs });
      },
      Math.max(0, limitMs - this.#ranMs),
    );
  }

  #pause(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#ranMs += performance.now() - this.#since;
    this.#since = undefined;
  }

  #endCalls(): void {
    if (this.#controller?.signal.aborted === false) {
      this.#controller.abort(new Error('its cell has ended'));
    }
  }

  #end(done: DoneFrame | undefined, isChildLost: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#pause();
    clearTimeout(this.#grace);
    this.#endCalls();
    for (const { taken } of this.#ready.splice(0)) taken();
    const cause = this.#final === null ? this.#cause : { kind: 'final' as const };
    const { outcome, error } = describeEnd(cause, done);
    this.#settle({
      outcome,
      error,
      final: this.#final,
      stdout: this.#outputs.stdout?.toCutText() ?? noText,
      stderr: this.#outputs.stderr?.toCutText() ?? noText,
      llmCalls: this.#llmCalls,
      answered: this.#answered,
      done,
      unrun: cause === undefined ? unrun(done) : undefined,
      guestMs: this.#ranMs,
      isChildLost,
      wasStopped: this.#cause !== undefined && this.#cause.kind !== 'final',
    });
  }
}

function unrun(done: DoneFrame | undefined): CellEnd['unrun'] {
  return done?.status === 'refused' || done?.status === 'unread' ? done.status : undefined;
}

/** Why a cell ends whose child has ended in some way. */
const causeOfExit: Readonly<
  Record<ChildExit['kind'], 'aborted' | 'crashed' | 'violation' | 'memory'>
> = {
  killed: 'aborted',
  crashed: 'crashed',
  violation: 'violation',
  memory: 'memory',
};

/** How a cell ended: by its cause, or as the child says. */
function describeEnd(
  cause: StopCause | undefined,
  done: DoneFrame | undefined,
): { outcome: ExecutionOutcome; error: ExecutionError | undefined } {
  if (cause?.kind === 'final') return { outcome: 'final', error: undefined };
  const traceback = done?.error?.traceback ?? '';
  if (cause !== undefined) {
    const stopped = describeStop(cause);
    return { outcome: stopped.outcome, error: { ...stopped.error, traceback } };
  }
  if (done?.status === 'ok') return { outcome: 'ok', error: undefined };
  const error = done?.error && { ...done.error, traceback };
  if (done?.status === 'memory') return { outcome: 'memory', error };
  const failed = { type: 'Error', message: 'the cell failed', traceback: '' };
  return { outcome: 'error', error: error ?? failed };
}

/** The printed output of a cell, as the log keeps it. */
export function outputKey({ stdout, stderr }: Pick<CellEnd, 'stdout' | 'stderr'>): string {
  return keyOf(stderr.text === '' ? stdout.text : `${stdout.text}\0${stderr.text}`);
}

/** Asks for a look at a cell, if the backend can look and it is wanted. */
export function preflightOf(
  { capabilities }: Pick<WholeBackend, 'capabilities'>,
  isWanted: boolean,
): PreflightRequest | undefined {
  return capabilities.preflight === true && isWanted ? {} : undefined;
}
