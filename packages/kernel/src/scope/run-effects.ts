import { askHook, awaitHook, nextTurn, settle } from '@rlm/repl-types/internal';

import type { Booking } from '../contract/ledger.js';
import type { TreeLedger } from '../budget/tree-ledger.js';
import { EffectKeys } from '../effects/effect-key.js';
import { createEffectSeam } from '../effects/effect-seam.js';
import type { Effect, EffectExecutor, EffectSeam } from '../contract/effects.js';
import type { SeamOrigin } from '../effects/place-effect.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { Cut, RunJournal } from '../contract/journal.js';
import { createJournalledSeam, type JournalledSeam } from '../journal/journalled-seam.js';
import type { Clock } from '../platform/clock.js';
import { startDeadline } from '../platform/abort-linker.js';
import type { StepStatus } from '../contract/step-status.js';

/** What the effects of a run need from it. */
export interface EffectsOwner extends SeamOrigin {
  readonly path: string;
  readonly ledger: TreeLedger;
  readonly clock: Clock;
  /** How long the run has worked, in milliseconds. */
  readonly elapsedMs: () => number;
  /**
   * While the run's journal is still being opened, a time limit that is reached waits this long for
   * it.
   */
  readonly graceMs: number;
  readonly failTree: (error: Error) => void;
  readonly interrupt: (cut: Cut) => void;
  readonly stopTree: (stop: StopReason) => void;
}

/**
 * What a run sees of the world outside: the outcomes of effects, and its status. A journal records
 * both.
 */
export class RunEffects {
  /** The seam as the run's context has it. */
  readonly seam: EffectSeam;
  /** Returns the work that the protocol's code still does; set by the loop. */
  protocolIdle: () => Promise<void> | undefined = () => undefined;

  readonly #executor: EffectExecutor;
  readonly #owner: EffectsOwner;
  readonly #plain: EffectSeam;
  #journalled: JournalledSeam | undefined;
  #status: StepStatus;
  #statusStep = -1;
  /** Whether there are recorded lines to replay. */
  readonly #hasLines: boolean;
  #heldCut: Cut | undefined;

  constructor(executor: EffectExecutor, owner: EffectsOwner, journal: RunJournal | undefined) {
    const stream = journal && askHook('journal.stream()', () => journal.stream(owner.path));
    this.#hasLines = (stream?.recorded.length ?? 0) > 0;
    this.#executor = executor;
    this.#owner = owner;
    const keys = executor.keyed === true ? new EffectKeys(owner.runId) : undefined;
    this.#plain = createEffectSeam(executor, owner, keys);
    this.#status = readStatus(owner.ledger, owner.clock, owner.elapsedMs());
    const cells = (): EffectSeam['cells'] => this.#journalled?.cells;
    this.seam = Object.freeze({
      run: <T>(effect: Effect<T>) => this.#present.run(effect),
      busy: <T>(work: Promise<T>) => this.#present.busy(work),
      get cells() {
        return cells();
      },
    });
  }

  /** With a journal, effects are from now on recorded there, or replayed. */
  open(journal: RunJournal | undefined): void {
    if (journal === undefined) return;
    const { ledger } = this.#owner;
    this.#journalled = createJournalledSeam(this.#executor, {
      ...this.#owner,
      journal,
      untilIdle: (busy) => this.#untilIdle(busy),
      // If the store fails, the reservation counts in full, and the line is written all the same.
      untilBooked: () => ledger.keeper?.flushed().catch(() => undefined),
      book: (booking: Booking, isChild) => {
        ledger.book(booking, isChild);
      },
    });
    if (this.#heldCut !== undefined) this.#journalled.cut(this.#heldCut);
  }

  /** Whether recorded inputs are being replayed. */
  get isReplaying(): boolean {
    return this.#journalled?.isReplaying === true;
  }

  /**
   * How long the run had worked when its replayed input was recorded; undefined if it is not
   * replaying.
   */
  get replayedMs(): number | undefined {
    if (this.#journalled !== undefined) return this.#journalled.replayedMs;
    return this.#hasLines ? 0 : undefined;
  }

  /**
   * Handles a time limit that was reached. A resumed run first replays what had happened before.
   */
  cut(cut: Cut): void {
    if (this.#journalled !== undefined) this.#journalled.cut(cut);
    else if (this.#hasLines && this.#heldCut === undefined) this.#hold(cut);
    else this.#owner.interrupt(cut);
  }

  #hold(cut: Cut): void {
    const { clock, graceMs, interrupt } = this.#owner;
    this.#heldCut = cut;
    startDeadline(clock, graceMs, () => {
      if (this.#journalled === undefined) interrupt(cut);
    });
  }

  /**
   * Called when the run has ended, with an answer or with `stop`: returns an error if its journal
   * goes on.
   */
  findRest(stop: StopReason | undefined): Error | undefined {
    return this.#journalled?.findRest(stop);
  }

  /** The key of the effect whose error ended the run, for its journal; null if no effect did. */
  keyOfFault(error: unknown): string | null {
    return this.#journalled?.keyOfFault(error) ?? null;
  }

  /** Time and budget as the run last read them. */
  get status(): StepStatus {
    return this.#status;
  }

  /** Reads time and budget. */
  refreshStatus(): Promise<StepStatus> {
    const { ledger, clock, elapsedMs, step } = this.#owner;
    const look = (): StepStatus => readStatus(ledger, clock, elapsedMs());
    this.#statusStep = step();
    if (this.#journalled === undefined) return awaitHook(() => (this.#status = look()));
    return this.#journalled
      .run({ kind: 'look', input: null, perform: () => awaitHook(look) })
      .then((seen) => (this.#status = seen));
  }

  /** Reads time and budget; returns undefined if the run has done so in this step. */
  refreshOnce(): Promise<StepStatus> | undefined {
    return this.#statusStep === this.#owner.step() ? undefined : this.refreshStatus();
  }

  /**
   * Records a decision of the caller's code, which may depend on more than its arguments. On a
   * replay the code runs too, so that its own state goes on, but the recorded decision counts.
   */
  decide<T>(about: string, ask: () => T): T | Promise<T> {
    if (this.#journalled === undefined) return ask();
    const decided = awaitHook(ask);
    // Awaited only if it was not recorded.
    decided.catch(() => undefined);
    const recorded = { kind: 'policies', input: about, perform: () => decided };
    return this.#journalled.run(recorded).then((answer) => (answer ?? undefined) as T);
  }

  get #present(): EffectSeam {
    return this.#journalled ?? this.#plain;
  }

  async #untilIdle(busy: () => Promise<unknown> | undefined): Promise<void> {
    for (;;) {
      await nextTurn();
      try {
        const work = busy() ?? this.protocolIdle();
        if (work === undefined) return;
        await settle(work);
      } catch (fault) {
        // Otherwise the caller would wait for ever.
        this.#owner.failTree(fault as Error);
        return;
      }
    }
  }
}

/** The current status. */
function readStatus(ledger: TreeLedger, clock: Clock, elapsedMs: number): StepStatus {
  const { total } = ledger.account.usage();
  const exhausted = ledger.account.exhausted();
  return Object.freeze({
    nowMs: clock.now(),
    elapsedMs,
    spent: { tokens: total.inputTokens + total.outputTokens, costUsd: total.costUsd },
    remaining: ledger.remaining(),
    exhausted: exhausted ?? null,
    ...(exhausted !== ledger.account.exhausted(true) && { isBudgetExhausted: true as const }),
  });
}
