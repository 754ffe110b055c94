import { askHook, awaitHook, loadOnce, partLoading, settle } from '@rlm/repl-types/internal';

import type { Booking } from '../contract/ledger.js';
import type { TreeLedger } from '../budget/tree-ledger.js';
import { createEffectSeam } from '../effects/effect-seam.js';
import type { Effect, EffectExecutor, EffectSeam } from '../contract/effects.js';
import type { SeamOrigin } from '../effects/place-effect.js';
import type { StopReason } from '../contract/stop-reason.js';
import type { CutLine, RunJournal } from '../contract/journal.js';
import type { JournalledSeam } from '../journal/journalled-seam.js';
import type { Clock } from '../platform/clock.js';
import { startDeadline } from '../platform/abort-linker.js';
import { nextTurn } from '../platform/system.js';
import type { StepStatus } from '../contract/step-status.js';

/** An interruption by a bound on time: of the run, or of a part of it. */
export type Cut = Pick<CutLine, 'stop' | 'isPhase'>;

/** What the effects of a run need of it. */
export interface EffectsOwner extends SeamOrigin {
  readonly path: string;
  readonly ledger: TreeLedger;
  readonly clock: Clock;
  /** How long the run has worked, in milliseconds. */
  readonly elapsedMs: () => number;
  /** The run's lines in its journal are still to be opened; a bound on time that is reached before waits for them so long. */
  readonly graceMs: number;
  readonly failTree: (error: Error) => void;
  readonly interrupt: (cut: Cut) => void;
  readonly stopTree: (stop: StopReason) => void;
}

const keying = /* @__PURE__ */ loadOnce(() => import('../effects/effect-key.js'));
const journalling = /* @__PURE__ */ loadOnce(() => import('../journal/journalled-seam.js'));

/** What a run sees of the world beyond it: the outcomes of effects, and its status. With a journal, both are kept. */
export class RunEffects {
  /** The seam as the run's context has it. */
  readonly seam: EffectSeam;
  /** Asks the protocol for what its code still does; the loop sets it. */
  protocolIdle: () => Promise<void> | undefined = () => undefined;

  readonly #executor: EffectExecutor;
  readonly #owner: EffectsOwner;
  #plain: EffectSeam;
  #journalled: JournalledSeam | undefined;
  #status: StepStatus;
  #statusStep = -1;
  /** Whether there is something to be given again. */
  readonly #hasLines: boolean;
  #heldCut: Cut | undefined;

  constructor(executor: EffectExecutor, owner: EffectsOwner, journal: RunJournal | undefined) {
    const stream = journal && askHook('journal.stream()', () => journal.stream(owner.path));
    this.#hasLines = (stream?.recorded.length ?? 0) > 0;
    this.#executor = executor;
    this.#owner = owner;
    this.#plain = createEffectSeam(executor, owner);
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

  /** Gets ready what the executor or the journal needs: from here on effects are kept in that, or given from there. */
  async open(journal: RunJournal | undefined): Promise<void> {
    if (this.#executor.keyed === true) {
      const { EffectKeys } = await keying();
      const keys = new EffectKeys(this.#owner.runId);
      this.#plain = createEffectSeam(this.#executor, this.#owner, keys);
    }
    if (journal === undefined) return;
    const { ledger } = this.#owner;
    const { createJournalledSeam } = await journalling();
    this.#journalled = createJournalledSeam(this.#executor, {
      ...this.#owner,
      journal,
      untilIdle: (busy) => this.#untilIdle(busy),
      book: (booking: Booking, isChild) => {
        ledger.book(booking, isChild);
      },
    });
    if (this.#heldCut !== undefined) this.#journalled.cut(this.#heldCut);
  }

  /** Whether the run is given what was written down before. */
  get isReplaying(): boolean {
    return this.#journalled?.isReplaying === true;
  }

  /** How long the run had been worked on when what it is given again happened; undefined if it is not given anything. */
  get replayedMs(): number | undefined {
    if (this.#journalled !== undefined) return this.#journalled.replayedMs;
    return this.#hasLines ? 0 : undefined;
  }

  /** A bound on time was reached. In a run that is resumed it waits for what had happened before. */
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

  /** The run has ended, by an answer or by `stop`: why that is before its journal ends, if it is. */
  findRest(stop: StopReason | undefined): Error | undefined {
    return this.#journalled?.findRest(stop);
  }

  /** The key of the effect whose error ended the run, for its journal; null where it was none's. */
  keyOfFault(error: unknown): string | null {
    return this.#journalled?.keyOfFault(error) ?? null;
  }

  /** Time and budget as the run last read them. */
  get status(): StepStatus {
    return this.#status;
  }

  /** Reads time and budget. */
  async refreshStatus(): Promise<StepStatus> {
    const { ledger, clock, elapsedMs, step } = this.#owner;
    const perform = (): Promise<StepStatus> =>
      Promise.resolve(readStatus(ledger, clock, elapsedMs()));
    this.#statusStep = step();
    this.#status =
      this.#journalled === undefined
        ? await perform()
        : await this.#journalled.run({ kind: 'look', input: null, perform });
    return this.#status;
  }

  /** Reads time and budget, unless the run has done so in this step. */
  async refreshOnce(): Promise<void> {
    if (this.#statusStep !== this.#owner.step()) await this.refreshStatus();
  }

  /**
   * What code of the caller's decides, which may depend on more than it is given. It is asked on a replay too, so that it goes on
   * from the state that it had; what it decided then counts.
   */
  async decide<T>(about: string, ask: () => T): Promise<T> {
    if (this.#journalled === undefined) return ask();
    const decided = awaitHook(ask);
    // Looked at only where it was not written down.
    decided.catch(() => undefined);
    const recorded = { kind: 'policies', input: about, perform: () => decided };
    return ((await this.#journalled.run(recorded)) ?? undefined) as T;
  }

  get #present(): EffectSeam {
    return this.#journalled ?? this.#plain;
  }

  async #untilIdle(busy: () => Promise<unknown> | undefined): Promise<void> {
    for (;;) {
      await nextTurn();
      try {
        const work = busy() ?? partLoading() ?? this.protocolIdle();
        if (work === undefined) return;
        await settle(work);
      } catch (fault) {
        // Who waits for this would wait for ever.
        this.#owner.failTree(fault as Error);
        return;
      }
    }
  }
}

/** How things are now. */
function readStatus(ledger: TreeLedger, clock: Clock, elapsedMs: number): StepStatus {
  const { total } = ledger.account.usage();
  return Object.freeze({
    nowMs: clock.now(),
    elapsedMs,
    spent: { tokens: total.inputTokens + total.outputTokens, costUsd: total.costUsd },
    remaining: ledger.remaining(),
    exhausted: ledger.account.exhausted() ?? null,
  });
}
