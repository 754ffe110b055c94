import { askHook, awaitHook, untilAborted, untilExpired, abortHub } from '@rlm/repl-types/internal';

import type { Booking } from '../contract/ledger.js';
import { DeliveryQueue } from '../effects/delivery-queue.js';
import { EffectKeys } from '../effects/effect-key.js';
import { carryOut } from '../effects/effect-seam.js';
import type {
  CellJournal,
  Effect,
  EffectExecutor,
  EffectOutcome,
  EffectSeam,
  PlacedEffect,
} from '../contract/effects.js';
import { placeEffect, type SeamOrigin } from '../effects/place-effect.js';
import { isSuspension } from '../effects/suspension.js';
import { linkSignals, timersOf } from '../platform/abort-linker.js';
import type { Clock } from '../platform/clock.js';
import type { StopReason } from '../contract/stop-reason.js';
import { awaitJournal, notWritten } from './await-journal.js';
import { createCellJournal } from './cell-journal.js';
import { effectLine, outcomeOf, type ReadBlob } from './effect-line.js';
import type { Cut, EffectRecord, EffectStream, NewLine, RunJournal } from '../contract/journal.js';
import { mayHaveHappened } from './may-have-happened.js';
import { messageHashes } from '../effects/message-hashes.js';
import { RecordedLines } from './recorded-lines.js';
import { Replay } from './replay.js';
import { suspendedStop } from './suspended-stop.js';

/** Where the effects of a journalled seam come from, and what it may do to its run. */
export interface JournalledOrigin extends SeamOrigin {
  /** The run's path from the root; its effects' keys begin with it. */
  readonly path: string;
  readonly journal: RunJournal;
  readonly clock: Clock;
  /** How long the journal may take to write an interruption; twelve times as long to read a blob. */
  readonly graceMs: number;
  /** Resolves when the work that `busy` returns and the run's own code have nothing left to do. */
  readonly untilIdle: (busy: () => Promise<unknown> | undefined) => Promise<void>;
  /** Stops the whole tree of runs; no code of a run can catch this. */
  readonly failTree: (error: Error) => void;
  readonly interrupt: (cut: Cut) => void;
  /** Suspends the whole tree of runs. */
  readonly stopTree: (stop: StopReason) => void;
  /** Books what earlier owners spent on calls whose callers had stopped waiting. */
  readonly book: (booking: Booking, isChild?: boolean) => void;
  /** Resolves when the store of a budget has what was settled, or failed; undefined without one. */
  readonly untilBooked: () => Promise<void> | undefined;
}

/** A seam that records what it delivers, after it has replayed what was recorded before. */
export interface JournalledSeam extends EffectSeam {
  /** Whether recorded lines are left to replay. */
  readonly isReplaying: boolean;
  /** How long the run had worked at its last replayed input; undefined once it does something new. */
  readonly replayedMs: number | undefined;
  /** Records that a time limit interrupts the run here, and interrupts it. */
  cut(cut: Cut): void;
  /** The run has ended, with an answer or with `stop`: an error if its journal goes on. */
  findRest(stop: StopReason | undefined): Error | undefined;
  /**
   * The key of the effect whose outcome an error is; null if it is not the outcome of an effect.
   */
  keyOfFault(error: unknown): string | null;
}

/** The seam of one run over its lines in a journal. */
export function createJournalledSeam(
  executor: EffectExecutor,
  origin: JournalledOrigin,
): JournalledSeam {
  return new Seam(executor, origin);
}

class Seam implements JournalledSeam {
  readonly #executor: EffectExecutor;
  readonly #origin: JournalledOrigin;
  readonly #stream: EffectStream;
  readonly #lines: RecordedLines;
  readonly #replay: Replay;
  readonly #keys: EffectKeys;
  readonly #deliveries: DeliveryQueue;
  readonly #readBlob: ReadBlob;
  readonly #busy = new Set<Promise<unknown>>();
  /** The errors that were delivered, with the keys of their effects. */
  readonly #faults = new WeakMap<object, string>();
  readonly cells: CellJournal;
  #failure: Error | undefined;

  constructor(executor: EffectExecutor, origin: JournalledOrigin) {
    const { journal, path } = origin;
    const untilIdle = (): Promise<void> => origin.untilIdle(() => this.#busy.values().next().value);
    const fail = (error: Error): void => {
      this.#fail(error);
    };
    this.#executor = executor;
    this.#origin = origin;
    this.#stream = journal.stream(path);
    this.#readBlob = (blob) =>
      awaitJournal(origin, 'readBlob', 'journal_silent', () => journal.readBlob(blob));
    const { recorded, recordedMs } = this.#stream;
    this.#lines = new RecordedLines(recorded, journal, recordedMs);
    this.#replay = new Replay(this.#lines, { ...origin, untilIdle, fail });
    this.#keys = new EffectKeys(path);
    this.#deliveries = new DeliveryQueue(untilIdle);
    this.cells = createCellJournal(this.#lines, this.#replay, {
      step: origin.step,
      run: origin,
      readBlob: this.#readBlob,
      fail,
      append: (line) => this.#append(line),
      deliver: (line, deliver) => this.#write(line, deliver),
    });
  }

  get isReplaying(): boolean {
    return !this.#replay.isOver;
  }

  get replayedMs(): number | undefined {
    return this.#replay.replayedMs;
  }

  readonly run = async <T>(effect: Effect<T>): Promise<T> => {
    const { abortSignal, step: stepOf } = this.#origin;
    if (this.#failure !== undefined) throw this.#failure;
    const step = stepOf();
    const link = linkSignals(abortSignal(), effect.abortSignal);
    if (link.signal.aborted) throw link.signal.reason;
    const key = this.#keys.next(step, effect.kind, effect.input);
    const placed = placeEffect(effect, this.#origin, step, key, this.#keys, (booking) => {
      this.#noteSpent(step, booking);
    });
    const outcome = await new Promise<EffectOutcome<T>>((resolve) => {
      const unwatch = abortHub.watch(link.signal, (reason) => {
        this.#replay.giveUp(key);
        resolve({ error: reason });
      });
      const settle = (given: EffectOutcome<T>): void => {
        unwatch();
        link.unlink();
        resolve(given);
      };
      this.#replay.request({
        key,
        kind: effect.kind,
        step,
        parts: () => messageHashes(effect.input),
        deliver: async (line) => {
          const record = line as EffectRecord;
          const { cost } = record;
          if (cost !== undefined) askHook('book of an effect', () => effect.book?.(cost));
          settle(await outcomeOf<T>(record, this.#readBlob));
        },
        perform: () => {
          void this.#perform(placed, link.signal, settle);
        },
      });
    });
    if (!('error' in outcome)) return outcome.value;
    if (typeof outcome.error === 'object' && outcome.error !== null) {
      this.#faults.set(outcome.error, key);
    }
    throw outcome.error;
  };

  readonly busy = async <T>(work: Promise<T>): Promise<T> => {
    const settled = Promise.allSettled([work]);
    this.#busy.add(settled);
    try {
      return await work;
    } finally {
      this.#busy.delete(settled);
    }
  };

  cut(cut: Cut): void {
    this.#replay.onceLive(() => {
      const { clock, graceMs } = this.#origin;
      const written = this.#append({ t: 'cut', step: this.#origin.step(), ...cut });
      const fail = (): Promise<boolean> => {
        this.#fail(notWritten(graceMs));
        return written;
      };
      void untilExpired(written, graceMs, fail, timersOf(clock)).then((isWritten) => {
        if (!isWritten) return;
        this.#deliveries.flush();
        this.#origin.interrupt(cut);
      });
    });
  }

  findRest(stop: StopReason | undefined): Error | undefined {
    return this.#replay.findRest(stop);
  }

  keyOfFault(error: unknown): string | null {
    if (typeof error !== 'object' || error === null) return null;
    return this.#faults.get(error) ?? null;
  }

  /** Performs an effect, records its outcome, and then delivers it. */
  async #perform<T>(
    effect: PlacedEffect<T>,
    abortSignal: AbortSignal,
    settle: (outcome: EffectOutcome<T>) => void,
  ): Promise<void> {
    const outcome = await this.#carryOut(effect, abortSignal);
    try {
      const cost = effect.costOf?.(outcome);
      const booked = this.#origin.untilBooked();
      if (booked !== undefined) await booked;
      if (abortSignal.aborted) {
        if (cost !== undefined) this.#noteSpent(effect.step, { cost });
        return;
      }
      if ('value' in outcome && isSuspension(outcome.value)) {
        await this.#suspend(effect);
        return;
      }
      const line = effectLine(effect, outcome, cost);
      const given = await outcomeOf<T>(line, this.#readBlob);
      await this.#write(line, () => {
        settle(given);
      });
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Records what the run waits for, and suspends the run: the effect never gets an outcome. */
  async #suspend({
    kind,
    key,
    step,
    input,
  }: Pick<PlacedEffect<unknown>, 'kind' | 'key' | 'step' | 'input'>): Promise<void> {
    if (!(await this.#append({ t: 'wait', step, key, request: input }))) return;
    this.#replay.stop();
    this.#origin.stopTree(suspendedStop(kind, key, input));
  }

  async #carryOut<T>(effect: PlacedEffect<T>, abortSignal: AbortSignal): Promise<EffectOutcome<T>> {
    try {
      abortSignal.throwIfAborted();
      if (effect.isRepeatable === false) await this.#begin(effect);
      const value = await untilAborted(carryOut(effect, this.#executor, abortSignal), abortSignal);
      return { value };
    } catch (error) {
      return { error };
    }
  }

  /** Records that an unrepeatable effect begins. Throws if an earlier owner had begun it. */
  async #begin(effect: Pick<PlacedEffect<unknown>, 'key' | 'kind' | 'step'>): Promise<void> {
    const { key, kind, step } = effect;
    if (this.#lines.wasBegun(key)) {
      throw mayHaveHappened(kind);
    }
    if (!(await this.#append({ t: 'begun', step, key })))
      throw this.#failure ?? new Error('not written');
  }

  /** Writes a line, and makes its delivery once it is durable. */
  async #write(line: NewLine, deliver: () => void): Promise<void> {
    if (await this.#append(line)) this.#deliveries.put(deliver);
  }

  /** Writes a line; false if it cannot be written, which stops the whole tree. */
  async #append(line: NewLine): Promise<boolean> {
    if (this.#failure !== undefined) return false;
    try {
      await awaitHook(() => this.#stream.append(line));
    } catch (error) {
      this.#fail(error as Error);
    }
    return (this.#failure as Error | undefined) === undefined;
  }

  #noteSpent(step: number, booking: Booking): void {
    void this.#append({ t: 'spent', step, ...booking });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#replay.stop();
    this.#origin.failTree(error);
  }
}
