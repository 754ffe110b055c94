import { untilExpired } from '@rlm/repl-types/internal';

import type { Booking } from '../contract/ledger.js';
import type { StopReason } from '../contract/stop-reason.js';
import { requestedOtherwise, endedEarly } from './divergence.js';
import type { CutLine, EffectRecord, RunJournal } from '../contract/journal.js';
import type { DueLine, RecordedLines } from './recorded-lines.js';
import { endOf } from './suspended-stop.js';

/** A request that has no result yet: the outcome of an effect, or the earlier result of code. */
export interface Requested {
  readonly key: string;
  readonly kind: string;
  readonly step: number;
  /** Short hashes of its messages: called if the run has diverged. */
  readonly parts: () => readonly string[] | undefined;
  /** Whether all lines before its own are skipped, because nothing will request them. */
  readonly isSkipping?: boolean;
  /** Called when its line is due, with the line and the effects that were skipped before it. */
  readonly deliver: (line: DueLine, skipped: readonly EffectRecord[]) => Promise<void> | void;
  /** Called if there is no line for it: performs it now. */
  readonly perform: () => void;
}

/** What a replay may do to its run. */
export interface ReplayTarget {
  readonly path: string;
  readonly untilIdle: () => Promise<void>;
  readonly fail: (error: Error) => void;
  readonly interrupt: (cut: CutLine) => void;
  readonly journal: Pick<RunJournal, 'endsHere' | 'older'>;
  readonly stopTree: (stop: StopReason) => void;
  readonly book: (booking: Booking, isChild?: boolean) => void;
}

/** How long a run may go on computing before a recorded interruption ends it, in milliseconds. */
const cutGraceMs = 1_000;

/**
 * Replays the recorded lines in their order: a run gets a line when it is idle and has requested
 * it. A request without a line is held until all lines are used up. If the run is idle and has made
 * requests, but not for the line that is due, it has diverged.
 */
export class Replay {
  readonly #lines: RecordedLines;
  readonly #target: ReplayTarget;
  /** Ends the run at its first request beyond the lines; undefined if requests are then carried out. */
  readonly #end: ((request: Requested) => void) | undefined;
  readonly #requested = new Map<string, Requested>();
  readonly #onceLive: (() => void)[] = [];
  #skipped: EffectRecord[] = [];
  #isPumping = false;
  /**
   * How long the run had worked at the last line; undefined once it does something new, or if no
   * line has a time.
   */
  #reachedMs: number | undefined;
  #isOver = false;

  constructor(lines: RecordedLines, target: ReplayTarget) {
    this.#lines = lines;
    this.#target = target;
    this.#end = endOf(target.journal, lines, target.stopTree);
    for (const booking of lines.spent) target.book(booking);
    const first = this.#due();
    this.#isOver = first === undefined;
    if (first !== undefined && lines.msOf(first) !== undefined) this.#reachedMs = 0;
  }

  /** The time of the last line; `Infinity` if all lines were replayed and nothing new was done. */
  get replayedMs(): number | undefined {
    return this.#isOver && this.#reachedMs !== undefined ? Infinity : this.#reachedMs;
  }

  /** Moves past a line, to the time at which it was written. */
  #take(line: DueLine): void {
    const ms = this.#lines.msOf(line);
    this.#lines.take();
    if (ms !== undefined) this.#reachedMs = Math.max(this.#reachedMs ?? 0, ms);
  }

  #perform(request: Requested): void {
    const end = this.#end;
    // A child run has lines of its own, and code only computes.
    if (end !== undefined && request.kind !== 'child' && request.kind !== 'cell') {
      end(request);
      return;
    }
    this.#reachedMs = undefined;
    request.perform();
  }

  /** Whether all lines are used up. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Requests a line, or performs the work if no lines are left. */
  request(request: Requested): void {
    if (this.#isOver) {
      this.#perform(request);
      return;
    }
    this.#requested.set(request.key, request);
    void this.#pump();
  }

  /** Gives up a request. Returns whether it was still pending. */
  giveUp(key: string): boolean {
    if (!this.#requested.delete(key)) return false;
    this.#lines.giveUp(key);
    void this.#pump();
    return true;
  }

  /** Calls `work` when the lines are used up; at once if they are. */
  onceLive(work: () => void): void {
    if (this.#isOver) work();
    else this.#onceLive.push(work);
  }

  /** Ends the replay: nothing is delivered any more. */
  stop(): void {
    this.#isOver = true;
    this.#requested.clear();
  }

  /**
   * Called when the run has ended, with an answer or with `stop`: returns an error if lines are
   * left.
   */
  findRest(stop: StopReason | undefined): Error | undefined {
    const due = this.#isOver ? undefined : this.#due();
    return due === undefined ? undefined : endedEarly(this.#target, due, stop);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (await this.#deliverNext());
    } catch (error) {
      // A recorded line cannot be read, or does not fit: no caller would notice.
      this.#target.fail(error as Error);
    } finally {
      this.#isPumping = false;
    }
  }

  /** Delivers one line; false if no line is left, or the run has not requested it yet. */
  async #deliverNext(): Promise<boolean> {
    await this.#untilItMayCome();
    if (this.#isOver) return false;
    const due = this.#due();
    if (due === undefined) {
      this.#goLive();
      return false;
    }
    if (due.t === 'cut') {
      this.#take(due);
      this.#target.interrupt(due);
      return true;
    }
    const request = this.#lines.findRequested(due, this.#requested);
    const waiting = request === undefined ? [...this.#requested.values()] : [];
    if (request === undefined && waiting.some(({ isSkipping }) => isSkipping === true)) {
      this.#take(due);
      if (due.t === 'effect') this.#skip(due);
      return true;
    }
    if (request === undefined) {
      if (waiting.length > 0) this.#target.fail(requestedOtherwise(this.#target, due, waiting));
      return false;
    }
    this.#requested.delete(request.key);
    this.#take(due);
    const skipped = this.#skipped;
    this.#skipped = [];
    await request.deliver(due, skipped);
    return true;
  }

  #skip(effect: EffectRecord): void {
    this.#skipped.push(effect);
    this.#book(effect);
  }

  /**
   * Waits until the run is idle. A recorded interruption does not wait long: it may have ended a
   * computation.
   */
  async #untilItMayCome(): Promise<void> {
    const idle = this.#target.untilIdle();
    if (this.#due()?.t !== 'cut') return idle;
    await untilExpired(idle, cutGraceMs, () => undefined);
  }

  #due(): DueLine | undefined {
    return this.#lines.next((effect) => {
      this.#book(effect);
    });
  }

  /** Counts the cost of an effect whose outcome is never delivered. */
  #book({ cost, kind }: EffectRecord): void {
    if (cost !== undefined) this.#target.book({ cost }, kind === 'child');
  }

  #goLive(): void {
    this.#isOver = true;
    const held = [...this.#requested.values()];
    this.#requested.clear();
    for (const work of this.#onceLive) work();
    for (const request of held) this.#perform(request);
  }
}
