import {
  createOutputBuffer,
  type CutText,
  type ExecutionError,
  type ExecutionOutcome,
  type FinalSignal,
  type LlmCall,
  type OutputBuffer,
} from '@rlm/repl-types';

import type { SandboxLimits } from '../contract/limits.js';
import { startCellClock, type CellClock } from './cell-clock.js';
import type { CallFeed } from './call-feed.js';
import type { Engine, EngineExit, InterruptReason } from './engine.js';
import { readFinal } from './final-frame.js';
import type { CallFrame, DoneFrame, FinalFrame, GuestFrame, OutputFrame } from './frames.js';
import type { RecordedCall } from './replay-log.js';
import { describeStop, type StopCause } from './stop-cause.js';

/** What a cell's execution came to, before the session has recovered from it. */
export interface CellEnd {
  readonly outcome: ExecutionOutcome;
  readonly error: ExecutionError | undefined;
  readonly final: FinalSignal | null;
  readonly stdout: CutText;
  readonly stderr: CutText;
  readonly llmCalls: readonly LlmCall[];
  /** Results that reached the guest, in order. */
  readonly delivered: readonly RecordedCall[];
  /** The last expression's value as text; only of a cell that ran to its end. */
  readonly value: string | undefined;
  readonly variables: string | undefined;
  readonly guestMs: number;
  /** Whether the guest is gone, or must be ended. */
  readonly isGuestLost: boolean;
  /** Whether the cell was stopped from outside. */
  readonly wasStopped: boolean;
}

/** What one cell runs with. */
export interface CellRunOptions {
  readonly engine: Engine;
  readonly concurrentCalls: boolean;
  readonly limits: SandboxLimits;
  readonly limitMs: number;
  /** Makes the source of call results; `deliver` is to be called when one is ready. */
  readonly feed: (deliver: () => void, record: (call: LlmCall) => void) => CallFeed;
  /** Aborted when the cell ends or is stopped: pending host calls end with it. */
  readonly calls: AbortController;
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
}

/**
 * One cell while it runs: takes the guest's frames, delivers results one at a time, stops the cell when it must. The
 * first cause of a stop wins; the first FINAL wins over all of them.
 */
export class CellRun {
  readonly ended: Promise<CellEnd>;
  readonly #options: CellRunOptions;
  readonly #feed: CallFeed;
  readonly #clock: CellClock;
  readonly #stdout: OutputBuffer;
  readonly #stderr: OutputBuffer;
  readonly #llmCalls: LlmCall[] = [];
  readonly #delivered: RecordedCall[] = [];
  #resolve: (end: CellEnd) => void = () => undefined;
  #isWaiting = false;
  #isOver = false;
  #cause: StopCause | undefined;
  #final: FinalSignal | null = null;
  #isOutputDone = false;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(options: CellRunOptions) {
    this.#options = options;
    this.#stdout = createOutputBuffer(options.limits.outputChars);
    this.#stderr = createOutputBuffer(options.limits.outputChars);
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#feed = options.feed(
      () => {
        this.#deliver();
      },
      (call) => {
        if (!this.#isOver) this.#llmCalls.push(call);
      },
    );
    this.#clock = startCellClock(options.limitMs, () => {
      this.stop({ kind: 'timeout', limitMs: options.limitMs });
    });
  }

  /** Stops the cell: interrupt, pending calls answered, after the grace the guest is given up. */
  stop(cause: StopCause): void {
    if (this.#isOver || this.#cause !== undefined) return;
    this.#cause = cause;
    this.#clock.stop();
    this.#grace = setTimeout(() => {
      this.#end(undefined, true);
    }, this.#options.limits.graceMs);
    this.#options.engine.interrupt(interruptReasons[cause.kind]);
    this.#options.calls.abort(new Error('its cell has ended'));
    if (this.#options.concurrentCalls) return;
    const { error } = describeStop(cause);
    for (const call of this.#feed.pending()) {
      this.#options.engine.send({ type: 'result', call, outcome: { error } });
    }
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
        return this.#options.concurrentCalls;
      case 'final':
        return this.#recordFinal(frame);
      case 'done':
        if (frame.id !== id) return false;
        this.#end(frame, false);
        return true;
      case 'reply':
        return false;
    }
  }

  /** The guest is gone. */
  lose(exit: EngineExit): void {
    this.#cause ??= { kind: exit.kind === 'killed' ? 'aborted' : exit.kind, reason: exit.reason };
    this.#end(undefined, true);
  }

  #print({ stream, text, dropped = 0 }: OutputFrame): void {
    if (this.#isOutputDone) return;
    const buffer = stream === 'stdout' ? this.#stdout : this.#stderr;
    buffer.skip(dropped);
    const streamed = buffer.add(text);
    if (streamed !== '') this.#options.onOutput?.(streamed, stream);
  }

  #call(frame: CallFrame): boolean {
    if (this.#cause !== undefined) {
      if (!this.#options.concurrentCalls) {
        const { error } = describeStop(this.#cause);
        this.#options.engine.send({ type: 'result', call: frame.call, outcome: { error } });
      }
      return true;
    }
    // Who must wait for a result cannot make another call: such frames are forged.
    if (!this.#options.concurrentCalls && this.#feed.pending().length > 0) return false;
    this.#feed.begin(frame);
    if (!this.#options.concurrentCalls) this.#wait();
    return true;
  }

  #wait(): void {
    if (this.#cause !== undefined) return;
    this.#isWaiting = true;
    this.#clock.pause();
    this.#deliver();
  }

  #deliver(): void {
    if (!this.#isWaiting || this.#isOver || this.#cause !== undefined) return;
    const delivery = this.#feed.next();
    if (delivery === undefined) return;
    this.#isWaiting = false;
    this.#clock.run();
    this.#delivered.push(delivery.record);
    const { outcome } = delivery.record;
    if ('final' in outcome) this.#finish(outcome.final, delivery.call);
    else this.#options.engine.send({ type: 'result', call: delivery.call, outcome });
  }

  #recordFinal(frame: FinalFrame): boolean {
    if (this.#final !== null) return true;
    const final = readFinal(frame, this.#options.limits);
    if (final === undefined) return false;
    this.#finish(final);
    return true;
  }

  /** Records the final; `call` is the host call that gave it, which must not leave its guest waiting. */
  #finish(final: FinalSignal, call?: number): void {
    this.#final = final;
    // A guest that waits for the host cannot print any more: what comes now, it printed before.
    this.#isOutputDone = call === undefined || !this.#options.concurrentCalls;
    this.#cause = undefined;
    clearTimeout(this.#grace);
    this.stop({ kind: 'final' });
    if (call === undefined || this.#options.concurrentCalls) return;
    const { error } = describeStop({ kind: 'final' });
    this.#options.engine.send({ type: 'result', call, outcome: { error } });
  }

  #end(done: DoneFrame | undefined, isGuestLost: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#clock.stop();
    clearTimeout(this.#grace);
    this.#options.calls.abort(new Error('its cell has ended'));
    const cause = this.#final === null ? this.#cause : { kind: 'final' as const };
    const { outcome, error } = describeEnd(cause, done);
    this.#resolve({
      outcome,
      error,
      final: this.#final,
      stdout: this.#stdout.toCutText(),
      stderr: this.#stderr.toCutText(),
      llmCalls: this.#llmCalls,
      delivered: this.#delivered,
      value: outcome === 'ok' ? done?.value : undefined,
      variables: done?.variables,
      guestMs: this.#clock.elapsedMs(),
      isGuestLost,
      wasStopped: this.#cause !== undefined && this.#cause.kind !== 'final',
    });
  }
}

const interruptReasons: Record<StopCause['kind'], InterruptReason> = {
  timeout: 'deadline',
  final: 'final',
  aborted: 'abort',
  crashed: 'abort',
  violation: 'abort',
  memory: 'abort',
};

function describeEnd(
  cause: StopCause | undefined,
  done: DoneFrame | undefined,
): { outcome: ExecutionOutcome; error: ExecutionError | undefined } {
  if (cause?.kind === 'final') return { outcome: 'final', error: undefined };
  if (cause !== undefined) {
    const stopped = describeStop(cause);
    const traceback = done?.error?.traceback ?? '';
    return { outcome: stopped.outcome, error: { ...stopped.error, traceback } };
  }
  const error = done?.error && { ...done.error, traceback: done.error.traceback ?? '' };
  switch (done?.status) {
    case 'ok':
      return { outcome: 'ok', error: undefined };
    case 'memory':
      return { outcome: 'memory', error };
    default:
      return { outcome: 'error', error: error ?? noError };
  }
}

const noError: ExecutionError = { type: 'Error', message: 'the cell failed', traceback: '' };
