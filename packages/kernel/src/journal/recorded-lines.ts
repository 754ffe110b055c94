import type { Booking } from '../contract/ledger.js';
import { cellKey, keyOf } from './divergence.js';
import type {
  CellLine,
  CutLine,
  EffectRecord,
  RunJournal,
  SnapshotLine,
  RunLine,
  WaitLine,
} from '../contract/journal.js';

/** A line that is replayed at its place. */
export type DueLine = EffectRecord | CellLine | CutLine;

/** What earlier owners wrote about one run, in the order of replay. */
export class RecordedLines {
  readonly #due: readonly DueLine[];
  readonly #begun = new Set<string>();
  /**
   * Keys of effects that were requested and then given up: their outcome is recorded, but was never
   * delivered.
   */
  readonly #givenUp = new Set<string>();
  /** What calls cost whose callers had stopped waiting. */
  readonly spent: readonly Booking[];
  /** The last snapshot of the code's state. */
  readonly snapshot: SnapshotLine | undefined;
  readonly #cells = new Map<string, CellLine>();
  readonly #waits = new Map<string, WaitLine>();
  readonly #isFork: boolean;
  /** Whether a line answers whatever is requested of its kind: the journal is of an older format, and only read. */
  readonly isLoose: boolean;
  #next = 0;

  readonly #times = new WeakMap<object, number>();

  constructor(
    lines: readonly RunLine[],
    { forkedAt, older, endsHere }: Pick<RunJournal, 'forkedAt' | 'older' | 'endsHere'>,
    times: readonly number[] = [],
  ) {
    for (const [index, ms] of times.entries()) {
      const line = lines[index];
      if (line !== undefined) this.#times.set(line, ms);
    }
    this.#due = lines.filter((line) => isDue(line));
    this.#isFork = forkedAt !== undefined;
    this.isLoose = older !== undefined && endsHere !== undefined;
    this.spent = lines.filter((line) => line.t === 'spent');
    this.snapshot = lines.findLast((line) => line.t === 'snapshot');
    for (const line of lines) {
      if (line.t === 'begun') this.#begun.add(line.key);
      if (line.t === 'cell') this.#cells.set(keyOf(line), line);
      if (line.t === 'wait') this.#waits.set(line.key, line);
    }
  }

  /** The next line. Outcomes that were never delivered are skipped, and passed to `skip`. */
  next(skip: (line: EffectRecord) => void): DueLine | undefined {
    for (;;) {
      const line = this.#due[this.#next];
      if (line?.t !== 'effect' || !this.#givenUp.has(line.key)) return line;
      this.#next += 1;
      skip(line);
    }
  }

  /** How long the run had worked when a line was written, if known. */
  msOf(line: DueLine): number | undefined {
    return this.#times.get(line);
  }

  /** Moves past the next line. */
  take(): void {
    this.#next += 1;
  }

  /** The recorded result of an execution. */
  cellAt(step: number, block: number): CellLine | undefined {
    return this.#cells.get(cellKey(step, block));
  }

  /** The decision of a person that an effect waited for. */
  waitOf(key: string): WaitLine | undefined {
    return this.#waits.get(key);
  }

  /** Whether an earlier owner began an effect that must not be repeated. */
  wasBegun(key: string): boolean {
    return this.#begun.has(key);
  }

  /** Notes that an effect was given up before its outcome was due. */
  giveUp(key: string): void {
    this.#givenUp.add(key);
  }

  /**
   * Finds the request that a line answers, among all pending ones by their keys. In a fork, a
   * model's replies belong to their steps whatever was requested: prompt, model and limits may
   * differ there.
   */
  findRequested<One extends Pick<EffectRecord, 'kind' | 'step'>>(
    line: DueLine,
    requested: ReadonlyMap<string, One>,
  ): One | undefined {
    const isByStep = this.isLoose || (this.#isFork && line.t === 'effect' && line.kind === 'model');
    const same = requested.get(keyOf(line));
    if (same !== undefined || !isByStep || line.t !== 'effect') return same;
    return [...requested.values()].find(
      ({ kind, step }) => kind === line.kind && step === line.step,
    );
  }
}

function isDue(line: RunLine): line is DueLine {
  return line.t === 'effect' || line.t === 'cell' || line.t === 'cut';
}
