import type { FinalSignal, LlmCall } from '@rlm/repl-types';

import type { SandboxLimits } from '../../contract/limits.js';
import { startCellClock, type CellClock } from './cell-clock.js';
import { causeOfExit, describeEnd, type CellEnd } from './cell-end.js';
import type { CallFeed } from '../calls/call-feed.js';
import type { CallSignal } from '../calls/call-signal.js';
import { DeliveredCalls } from '../calls/delivered-call.js';
import type { Child, ChildExit } from '../../contract/backend.js';
import { readFinal } from './final-frame.js';
import type {
  CallFrame,
  DoneFrame,
  FinalFrame,
  GuestFrame,
  OutputFrame,
} from '../../contract/frames.js';
import { KeptCalls } from './kept-calls.js';
import { maxLogBytes } from '../log/log-size.js';
import { createPendingCalls, type PendingCalls } from '../calls/pending-calls.js';
import { describeStop, type StopCause } from './stop-cause.js';
import { createHalt } from './halt.js';
import { createStreamedOutput, type StreamedOutput } from './streamed-output.js';

/** The options of one run of a cell. */
export interface CellRunOptions {
  readonly child: Child;
  readonly concurrentCalls: boolean;
  readonly limits: SandboxLimits;
  readonly limitMs: number;
  /** Creates the source of call results; it calls `deliver` when one is ready. */
  readonly feed: (deliver: () => void, record: (call: LlmCall) => void) => CallFeed;
  /** Ended when the cell ends or is stopped: pending host calls end with it. */
  readonly calls: Pick<CallSignal, 'end'>;
  readonly onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined;
  /** Called when the guest waits for the host, and no result is ready for it. */
  readonly onWait?: (() => void) | undefined;
}

/**
 * One cell while it runs: takes the guest's frames, delivers results one at a time, stops the cell when it must. The
 * first cause of a stop wins; the first FINAL wins over all of them.
 */
export class CellRun {
  readonly #options: CellRunOptions;
  readonly #clock: CellClock;
  #child: Child | undefined;
  #feed: CallFeed;
  #pending: PendingCalls;
  #stdout: StreamedOutput;
  #stderr: StreamedOutput;
  readonly #llmCalls = new KeptCalls();
  #delivered = new DeliveredCalls();
  #halt = createHalt();
  #wasMoved = false;
  #isWaiting = false;
  #isOver = false;
  #cause: StopCause | undefined;
  #final: FinalSignal | null = null;
  #isOutputDone = false;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(options: CellRunOptions) {
    this.#options = options;
    this.#child = options.child;
    this.#stdout = this.#createOutput('stdout', 0);
    this.#stderr = this.#createOutput('stderr', 0);
    this.#pending = createPendingCalls(options.limits);
    this.#feed = options.feed(
      () => {
        this.#deliver();
      },
      (call) => {
        if (!this.#isOver) this.#llmCalls.add(call);
      },
    );
    this.#clock = startCellClock(options.limitMs, () => {
      this.stop({ kind: 'timeout', limitMs: options.limitMs });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** How the cell ended; undefined if its guest's process died with another guest, and it waits for {@link CellRun.resume}. */
  get halted(): Promise<CellEnd | undefined> {
    return this.#halt.promise;
  }

  /** Time that the cell has left, in milliseconds. */
  leftMs(): number {
    return Math.max(0, this.#options.limitMs - this.#clock.elapsedMs());
  }

  /** Whether the guest waits for the host, and has all results that are ready. */
  get isWaiting(): boolean {
    return this.#isWaiting && this.#cause === undefined && !this.#isOver;
  }

  /** Settles when work for the waiting guest, besides host functions, may be done; undefined without any. */
  busy(): Promise<void> | undefined {
    return this.#feed.busy();
  }

  /** Stops the cell: interrupts it and answers pending calls. After the grace period the guest is given up. */
  stop(cause: StopCause): void {
    if (this.#isOver || this.#cause !== undefined) return;
    this.#cause = cause;
    this.#clock.stop();
    if (this.#child === undefined) {
      this.#end(undefined, true);
      return;
    }
    this.#grace = setTimeout(() => {
      this.#end(undefined, true);
    }, this.#options.limits.graceMs);
    this.#child.stop();
    this.#options.calls.end();
    if (this.#options.concurrentCalls) return;
    const { error } = describeStop(cause);
    for (const call of this.#feed.pending()) {
      this.#child.send({ type: 'result', call, outcome: { error } });
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
        if (frame.id !== id || (saysNothingRan(frame) && this.#hasActed())) return false;
        this.#end(frame, false);
        return true;
      case 'reply':
      case 'image':
        return false;
    }
  }

  /** The guest is gone. */
  lose(exit: ChildExit): void {
    if (this.#isOver) return;
    if (exit.kind === 'process-died' && this.#mayMove()) {
      this.#wasMoved = true;
      this.#isWaiting = false;
      this.#child = undefined;
      this.#clock.run();
      this.#halt.resolve(undefined);
      this.#halt = createHalt();
      return;
    }
    this.#cause ??= { kind: causeOfExit[exit.kind], reason: this.#reasonOf(exit) };
    this.#end(undefined, true);
  }

  /**
   * Continues in another guest, in which the same cell runs from its start. Answered calls are not made again, and
   * streamed output is not streamed again.
   */
  resume(child: Child): void {
    this.#child = child;
    this.#pending = createPendingCalls(this.#options.limits);
    const delivered = this.#delivered.calls ?? [];
    this.#delivered = new DeliveredCalls();
    const onDivergence = ({ message }: Error): void => {
      this.stop({ kind: 'crashed', reason: `its process died, and run again ${message}` });
    };
    this.#feed = this.#feed.again?.(delivered, onDivergence) ?? this.#feed;
    this.#stdout = this.#createOutput('stdout', this.#stdout.streamed());
    this.#stderr = this.#createOutput('stderr', this.#stderr.streamed());
  }

  /** Whether the cell can run again elsewhere: once, and only as long as nothing has decided how it ends. */
  #mayMove(): boolean {
    if (this.#wasMoved || this.#feed.again === undefined) return false;
    return this.#delivered.calls !== undefined && this.#cause === undefined && this.#final === null;
  }

  #reasonOf({ kind, reason }: ChildExit): string {
    if (kind !== 'process-died' || this.#delivered.calls !== undefined) return reason;
    return `${reason}; the cell was not run again, since the answers of its host calls took over ${maxLogBytes} bytes and were not kept`;
  }

  /** Whether the cell has done something that only a cell that ran can do. */
  #hasActed(): boolean {
    return this.#final !== null || this.#delivered.count > 0 || this.#feed.pending().length > 0;
  }

  #createOutput(stream: 'stdout' | 'stderr', streamed: number): StreamedOutput {
    const { limits, onOutput } = this.#options;
    return createStreamedOutput(limits.maxOutputChars, streamed, (text) =>
      onOutput?.(text, stream),
    );
  }

  #print({ stream, text, dropped = 0 }: OutputFrame): void {
    if (this.#isOutputDone) return;
    (stream === 'stdout' ? this.#stdout : this.#stderr).add(text, dropped);
  }

  #call(frame: CallFrame): boolean {
    if (this.#cause !== undefined) {
      if (!this.#options.concurrentCalls) {
        const { error } = describeStop(this.#cause);
        this.#child?.send({ type: 'result', call: frame.call, outcome: { error } });
      }
      return true;
    }
    // Who must wait for a result cannot make another call: such frames are forged.
    if (!this.#options.concurrentCalls && this.#feed.pending().length > 0) return false;
    // A guest with concurrent calls holds back calls that are over the limits itself: such frames are forged too.
    if (this.#options.concurrentCalls && !this.#pending.add(frame)) return false;
    this.#feed.begin(frame);
    if (!this.#options.concurrentCalls) this.#wait();
    return true;
  }

  #wait(): void {
    if (this.#cause !== undefined) return;
    this.#isWaiting = true;
    this.#clock.pause();
    this.#deliver();
    if (this.isWaiting) this.#options.onWait?.();
  }

  #deliver(): void {
    if (!this.#isWaiting || this.#isOver || this.#cause !== undefined) return;
    const delivery = this.#feed.next();
    if (delivery === undefined) return;
    this.#isWaiting = false;
    this.#clock.run();
    this.#pending.remove(delivery.call);
    this.#delivered.add(delivery.made);
    const { outcome } = delivery.made;
    if ('final' in outcome) this.#finish(outcome.final, delivery.call);
    else this.#child?.send({ type: 'result', call: delivery.call, outcome });
  }

  #recordFinal(frame: FinalFrame): boolean {
    if (this.#final !== null) return true;
    const final = readFinal(frame, this.#options.limits);
    if (final === undefined) return false;
    this.#finish(final);
    return true;
  }

  /** Records the final. `call` is the host call that gave it, which must not leave its guest waiting. */
  #finish(final: FinalSignal, call?: number): void {
    this.#final = final;
    // A guest that waits for the host cannot print: output that arrives now was printed before.
    this.#isOutputDone = call === undefined || !this.#options.concurrentCalls;
    this.#cause = undefined;
    clearTimeout(this.#grace);
    this.stop({ kind: 'final' });
    if (call === undefined || this.#options.concurrentCalls) return;
    const { error } = describeStop({ kind: 'final' });
    this.#child?.send({ type: 'result', call, outcome: { error } });
  }

  #end(done: DoneFrame | undefined, isGuestLost: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#clock.stop();
    clearTimeout(this.#grace);
    this.#options.calls.end();
    const cause = this.#final === null ? this.#cause : { kind: 'final' as const };
    const { outcome, error } = describeEnd(cause, done);
    this.#halt.resolve({
      outcome,
      error,
      final: this.#final,
      stdout: this.#stdout.toCutText(),
      stderr: this.#stderr.toCutText(),
      llmCalls: this.#llmCalls.list,
      delivered: this.#delivered.calls,
      value: outcome === 'ok' ? done?.value : undefined,
      variables: done?.variables,
      findings: done?.findings,
      isRefused: cause === undefined && done?.status === 'refused',
      isUnread: cause === undefined && done?.status === 'unread',
      guestMs: this.#clock.elapsedMs(),
      isGuestLost,
      wasStopped: this.#cause !== undefined && this.#cause.kind !== 'final',
    });
  }
}

const saysNothingRan = ({ status }: DoneFrame): boolean =>
  status === 'refused' || status === 'unread';
