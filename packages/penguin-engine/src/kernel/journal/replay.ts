import type { Booking } from '../budget/ledger.js';
import { systemClock } from '../platform/system.js';
import { askedOtherwise, endedEarly } from './divergence.js';
import type { CutLine } from './journal.js';
import type { DueLine, RecordedLines } from './recorded-lines.js';

/** Something that was asked for and has not ended: the outcome of an effect, or what code came to before. */
export interface Asked {
  readonly key: string;
  readonly kind: string;
  readonly step: number;
  /** Short hashes of its messages. */
  readonly parts: readonly string[] | undefined;
  /** Its line is due: gives what stands in it. */
  readonly give: (line: DueLine) => Promise<void> | void;
  /** There is no line for it: it is done now. */
  readonly perform: () => void;
}

/** What a replay does to its run. */
export interface ReplayTarget {
  readonly path: string;
  readonly untilIdle: () => Promise<void>;
  readonly fail: (error: Error) => void;
  readonly interrupt: (cut: CutLine) => void;
  readonly book: (booking: Booking) => void;
}

/** How long a run may go on computing before an interruption that was written down cuts it, in milliseconds. */
const cutGraceMs = 1_000;

/**
 * Gives a run what was written down, in the order of then: a line when the run is idle and has asked for it. What was asked for
 * and has no line is held until the lines are used up. When the run is idle, has asked for something, and not for the line that
 * is due, it has diverged.
 */
export class Replay {
  readonly #lines: RecordedLines;
  readonly #target: ReplayTarget;
  readonly #asked = new Map<string, Asked>();
  readonly #onceLive: (() => void)[] = [];
  #isPumping = false;
  #isOver = false;

  constructor(lines: RecordedLines, target: ReplayTarget) {
    this.#lines = lines;
    this.#target = target;
    for (const booking of lines.spent) target.book(booking);
    this.#isOver = this.#due() === undefined;
  }

  /** Whether lines are left. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Asks for a line, or has the work done when there is none. */
  ask(asked: Asked): void {
    if (this.#isOver) {
      asked.perform();
      return;
    }
    this.#asked.set(asked.key, asked);
    void this.#pump();
  }

  /** Nobody waits for it any more. Gives whether it had not been given yet. */
  giveUp(key: string): boolean {
    if (!this.#asked.delete(key)) return false;
    this.#lines.giveUp(key);
    void this.#pump();
    return true;
  }

  /** Calls `work` when the lines are used up; at once when they are. */
  onceLive(work: () => void): void {
    if (this.#isOver) work();
    else this.#onceLive.push(work);
  }

  /** Gives nothing any more. */
  stop(): void {
    this.#isOver = true;
    this.#asked.clear();
  }

  /** The run has ended: why that is too early, if it is. */
  findRest(): Error | undefined {
    const due = this.#isOver ? undefined : this.#due();
    return due === undefined ? undefined : endedEarly(this.#target.path, due);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (await this.#giveNext());
    this.#isPumping = false;
  }

  /** Gives one line; false where none is left, or the run has not asked for it yet. */
  async #giveNext(): Promise<boolean> {
    await this.#untilItMayCome();
    if (this.#isOver) return false;
    const due = this.#due();
    if (due === undefined) {
      this.#goLive();
      return false;
    }
    if (due.t === 'cut') {
      this.#lines.take();
      this.#target.interrupt(due);
      return true;
    }
    const waiting = [...this.#asked.values()];
    const asked = waiting.find((one) => this.#lines.answers(due, one));
    if (asked === undefined) {
      if (waiting.length > 0) this.#target.fail(askedOtherwise(this.#target.path, due, waiting));
      return false;
    }
    this.#asked.delete(asked.key);
    this.#lines.take();
    await asked.give(due);
    return true;
  }

  /** A run is interrupted in the midst of computing too: then, and now. */
  async #untilItMayCome(): Promise<void> {
    const idle = this.#target.untilIdle();
    if (this.#due()?.t !== 'cut') return idle;
    const timer = new AbortController();
    const grace = systemClock.sleep(cutGraceMs, timer.signal).catch(() => undefined);
    await Promise.race([idle, grace]);
    timer.abort('not needed');
  }

  #due(): DueLine | undefined {
    return this.#lines.next(({ cost }) => {
      if (cost !== undefined) this.#target.book({ cost });
    });
  }

  #goLive(): void {
    this.#isOver = true;
    const held = [...this.#asked.values()];
    this.#asked.clear();
    for (const work of this.#onceLive) work();
    for (const { perform } of held) perform();
  }
}
