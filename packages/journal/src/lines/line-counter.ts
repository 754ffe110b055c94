import { corrupt } from '../errors.js';
import type { JournalLine } from './lines.js';
import { checkReadable } from './version.js';

/**
 * Decides which lines count, one by one in the order of the file. Lines of owners that were taken over, and late
 * attempts to open a run, are skipped. Lines that no honest owner can have written are refused.
 */
export class LineCounter {
  /** The epoch of the last `open` that counts. */
  epoch = 0;
  /** The number that the next line must have. */
  n = 0;
  readonly #runId: string;

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Whether a line counts; `at` is its number for people, from 1. */
  take(line: JournalLine, at: number): boolean {
    if (this.n === 0) this.#checkFirst(line, at);
    else if (line.t === 'open') {
      if (line.e <= this.epoch || line.n !== this.n) return false;
      this.epoch = line.e;
    } else if (line.e < this.epoch) return false;
    else if (line.e > this.epoch)
      throw this.#refuse(at, `has epoch ${line.e}, which no owner opened`);
    else if (line.n !== this.n) {
      throw this.#refuse(at, `has number ${line.n} where ${this.n} is due`);
    }
    this.n += 1;
    return true;
  }

  #checkFirst(line: JournalLine, at: number): void {
    const { format, version } = line as { format?: unknown; version?: unknown };
    if (line.t !== 'head' || format !== 'rlm-journal' || line.n !== 0) {
      throw this.#refuse(at, 'is no head of a journal');
    }
    if (!Number.isSafeInteger(version)) throw this.#refuse(at, 'has no version');
    checkReadable(this.#runId, Number(version));
  }

  #refuse(at: number, problem: string): Error {
    return corrupt(this.#runId, at, problem);
  }
}
