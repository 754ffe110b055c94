import type { Booking } from '../contract/ledger.js';
import { systemClock } from '../platform/system.js';
import type { StopReason } from '../contract/stop-reason.js';
import { requestedOtherwise, endedEarly } from './divergence.js';
import type { CutLine, EffectRecord } from '../contract/journal.js';
import type { DueLine, RecordedLines } from './recorded-lines.js';

/** Something that was asked for and has not ended: the outcome of an effect, or what code came to before. */
export interface Asked {
  readonly key: string;
  readonly kind: string;
  readonly step: number;
  /** Short hashes of its messages: asked where the run has diverged. */
  readonly parts: () => readonly string[] | undefined;
  /** Whether all lines before its own are passed over: nobody will ask for them. */
  readonly isPassing?: boolean;
  /** Its line is due: gives what stands in it, and the effects that were passed over. */
  readonly give: (line: DueLine, passed: readonly EffectRecord[]) => Promise<void> | void;
  /** There is no line for it: it is done now. */
  readonly perform: () => void;
}

/** What a replay does to its run. */
export interface ReplayTarget {
  readonly path: string;
  readonly untilIdle: () => Promise<void>;
  readonly fail: (error: Error) => void;
  readonly interrupt: (cut: CutLine) => void;
  readonly book: (booking: Booking, isChild?: boolean) => void;
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
  #passed: EffectRecord[] = [];
  #isPumping = false;
  /** How long the run had been worked on at the last line; undefined once something is done anew, or if no line says so. */
  #reachedMs: number | undefined;
  #isOver = false;

  constructor(lines: RecordedLines, target: ReplayTarget) {
    this.#lines = lines;
    this.#target = target;
    for (const booking of lines.spent) target.book(booking);
    const first = this.#due();
    this.#isOver = first === undefined;
    if (first !== undefined && lines.msOf(first) !== undefined) this.#reachedMs = 0;
  }

  /** The time of the last line; without end when all lines were given, and nothing was done anew. */
  get replayedMs(): number | undefined {
    return this.#isOver && this.#reachedMs !== undefined ? Infinity : this.#reachedMs;
  }

  /** Goes on behind a line: it is the time at which it was written. */
  #take(line: DueLine): void {
    const ms = this.#lines.msOf(line);
    this.#lines.take();
    if (ms !== undefined) this.#reachedMs = Math.max(this.#reachedMs ?? 0, ms);
  }

  #perform({ perform }: Asked): void {
    this.#reachedMs = undefined;
    perform();
  }

  /** Whether lines are left. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Asks for a line, or has the work done when there is none. */
  ask(asked: Asked): void {
    if (this.#isOver) {
      this.#perform(asked);
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

  /** The run has ended, by an answer or by `stop`: why that is too early, if it is. */
  findRest(stop: StopReason | undefined): Error | undefined {
    const due = this.#isOver ? undefined : this.#due();
    return due === undefined ? undefined : endedEarly(this.#target.path, due, stop);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (await this.#giveNext());
    } catch (error) {
      // What was written down cannot be read, or does not fit: nobody else hears of it.
      this.#target.fail(error as Error);
    } finally {
      this.#isPumping = false;
    }
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
      this.#take(due);
      this.#target.interrupt(due);
      return true;
    }
    const asked = this.#lines.findAsked(due, this.#asked);
    const waiting = asked === undefined ? [...this.#asked.values()] : [];
    if (asked === undefined && waiting.some(({ isPassing }) => isPassing === true)) {
      this.#take(due);
      if (due.t === 'effect') this.#pass(due);
      return true;
    }
    if (asked === undefined) {
      if (waiting.length > 0)
        this.#target.fail(requestedOtherwise(this.#target.path, due, waiting));
      return false;
    }
    this.#asked.delete(asked.key);
    this.#take(due);
    const passed = this.#passed;
    this.#passed = [];
    await asked.give(due, passed);
    return true;
  }

  #pass(effect: EffectRecord): void {
    this.#passed.push(effect);
    this.#book(effect);
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
    return this.#lines.next((effect) => {
      this.#book(effect);
    });
  }

  /** Counts what an effect cost that nobody is given. */
  #book({ cost, kind }: EffectRecord): void {
    if (cost !== undefined) this.#target.book({ cost }, kind === 'child');
  }

  #goLive(): void {
    this.#isOver = true;
    const held = [...this.#asked.values()];
    this.#asked.clear();
    for (const work of this.#onceLive) work();
    for (const asked of held) this.#perform(asked);
  }
}
