import { RlmError } from '@rlm/repl-types';

import type { Clock } from '../platform/clock.js';
import { larger, type AmountSum } from './amount-sum.js';
import { wrapUpReserve } from './wrap-up-reserve.js';
import type { AccountKeeper, Taking } from './account-keeper.js';
import { EstimateCorrection } from './estimate-correction.js';
import type {
  Amounts,
  Booking,
  BudgetLeft,
  RunLimits,
  Ledger,
  ReplyCaps,
  Reservation,
  SeenReplies,
} from '../contract/ledger.js';
import { TreeAccount } from './tree-account.js';

/**
 * The calls of one run in a tree of runs, from reservation to booking, over the run's account. The
 * whole tree shares what calls teach about estimates, and the end of all reservations.
 */
export class TreeLedger implements Ledger {
  readonly account: TreeAccount;
  readonly #root: TreeLedger;
  readonly #correction: EstimateCorrection;
  #wrapUpReserve: Partial<Amounts> = {};
  #isWrappingUp = false;
  #largest: Partial<Amounts> = {};
  #closedBy: Error | undefined;

  /** What the run had spent under its budget before it was resumed. */
  readonly #spentBefore: AmountSum | undefined;

  /**
   * `budget`: the account of a budget that the tree shares with others, and the run's id there if
   * it may be resumed.
   */
  constructor(
    limits: RunLimits,
    clock: Clock,
    parent?: TreeLedger,
    elapsedMs = 0,
    budget?: { readonly account: TreeAccount; readonly runId: string | undefined },
  ) {
    this.account = new TreeAccount(limits, clock, parent?.account ?? budget?.account, elapsedMs);
    this.#spentBefore =
      budget?.runId === undefined || budget.account.keeper !== undefined
        ? undefined
        : budget.account.spentBefore(budget.runId);
    this.#root = parent === undefined ? this : parent.#root;
    this.#correction = parent === undefined ? new EstimateCorrection() : parent.#correction;
  }

  get limits(): RunLimits {
    return this.account.limits;
  }

  reserve(estimate: Partial<Amounts>): Reservation {
    this.#throwIfClosed();
    const asked = Object.freeze({ ...estimate });
    const { inputTokens = 0, outputTokens = 0, costUsd = 0, calls = 0 } = asked;
    if (this.keeper !== undefined && inputTokens + outputTokens + costUsd + calls > 0) {
      throw new RlmError(
        'A budget in a store must have a reservation before the call is made: await ledger.reserveInTurn() in place of ledger.reserve().',
        { code: 'unsupported' },
      );
    }
    this.account.setAside(asked, false);
    return this.#reservationOf(asked);
  }

  async reserveInTurn(
    need: (left: BudgetLeft) => Partial<Amounts>,
    abortSignal: AbortSignal,
  ): Promise<Reservation> {
    const { account } = this;
    let asked: Partial<Amounts> = {};
    const take = (): readonly TreeAccount[] => {
      this.#throwIfClosed();
      return this.#withWrapUpReserve(() => {
        asked = Object.freeze({ ...need(account.remainingAlone()) });
        return account.setAside(asked, true);
      });
    };
    const { keeper } = this;
    if (keeper === undefined) {
      await account.line.enter(account.path, take, abortSignal);
    } else {
      const enter: Taking['enter'] = async (onTaken, signal) => {
        const takeIt = (): readonly TreeAccount[] => {
          const full = take();
          if (full.length === 0) onTaken(asked);
          return full;
        };
        await account.line.enter(account.path, takeIt, signal);
      };
      const giveBack: Taking['giveBack'] = (amounts) => {
        account.giveBack(amounts);
        account.line.serve();
      };
      await keeper.reserve({ enter, giveBack }, abortSignal);
    }
    return this.#reservationOf(asked);
  }

  /** What keeps the budget in its store; undefined without a store. */
  get keeper(): AccountKeeper | undefined {
    return this.#top.keeper;
  }

  /** The account of the budget, or of the topmost run. */
  get #top(): TreeAccount {
    return this.account.path.at(-1) ?? this.account;
  }

  /** Something was released: calls that wait are served, and the store of the budget is updated. */
  #changed(): void {
    this.account.line.serve();
    this.keeper?.changed();
  }

  /** Reserves amounts. Only a run's wrap-up may use what was reserved for it. */
  #withWrapUpReserve(setAside: () => readonly TreeAccount[]): readonly TreeAccount[] {
    if (!this.#isWrappingUp) return setAside();
    const reserve = this.#wrapUpReserve;
    this.account.giveBackForWrapUp(reserve);
    let full: readonly TreeAccount[] | undefined;
    try {
      full = setAside();
      return full;
    } finally {
      if (full?.length === 0) this.#wrapUpReserve = {};
      else this.account.setAsideForWrapUp(reserve);
    }
  }

  #throwIfClosed(): void {
    const closedBy = this.#root.#closedBy;
    if (closedBy !== undefined) throw closedBy;
  }

  #reservationOf(asked: Partial<Amounts>): Reservation {
    const { account } = this;
    let open = true;
    let abandoned: Partial<Amounts> | undefined;
    const close = (): boolean => {
      if (!open) return false;
      open = false;
      account.giveBack(asked);
      return true;
    };
    return Object.freeze({
      settle: (actual: Partial<Amounts>): Booking => {
        const back = abandoned;
        abandoned = undefined;
        if (back !== undefined) account.subtract(back);
        if (!close() && back === undefined) return nothing;
        const cost = this.#book(asked, actual);
        this.#changed();
        return back === undefined ? { cost } : { cost, back };
      },
      abandon: (used: Partial<Amounts> = asked): Booking => {
        if (!close()) return nothing;
        abandoned = withCalls(asked, used);
        account.add(abandoned);
        this.#changed();
        return { cost: abandoned };
      },
      release: (): void => {
        if (close()) this.#changed();
      },
    });
  }

  book({ cost, back }: Booking, isChild = false): void {
    const before = this.#root.#spentBefore;
    if (before !== undefined) this.account.passOver(before, cost);
    if (isChild) {
      const { subQueries = 1 } = cost;
      this.account.add({ subQueries: 1 }, true);
      this.account.addBelowAgain({ ...cost, subQueries: subQueries - 1 });
      return;
    }
    if (back !== undefined) this.account.subtract(back, true);
    this.account.add(cost, true);
    if ((cost.subQueries ?? 0) === 0) this.#largest = larger(this.#largest, cost);
  }

  close(reason: Error): void {
    this.#root.#closedBy ??= reason;
    this.account.line.serve();
  }

  spent(): Amounts {
    return this.#root.account.usage().total;
  }

  remaining(): BudgetLeft {
    return this.account.remaining();
  }

  replyCap(purpose: keyof ReplyCaps): number | undefined {
    return this.account.replyCap(purpose);
  }

  forecast(estimate: Partial<Amounts>): Partial<Amounts> {
    return this.#correction.forecast(estimate);
  }

  seen(model: string): SeenReplies {
    const known = this.account.seen.get(model) ?? new EstimateCorrection();
    this.account.seen.set(model, known);
    return known;
  }

  /**
   * Reserves amounts for this run's wrap-up: `wanted`, or what its largest call so far suggests,
   * but at most half of what is left, and never the last call.
   */
  reserveForWrapUp(wanted: Partial<Amounts>): void {
    const before = this.#wrapUpReserve;
    this.releaseWrapUpReserve();
    const amounts = wrapUpReserve(this.remaining(), wanted, this.#largest, before);
    this.account.setAsideForWrapUp(amounts);
    this.#wrapUpReserve = amounts;
  }

  /**
   * From now on the run's calls are those of its wrap-up: the first may use what was reserved for
   * it.
   */
  beginWrapUp(): void {
    this.#isWrappingUp = true;
  }

  /** Releases what was reserved for the wrap-up: the run is over, or reserves again. */
  releaseWrapUpReserve(): void {
    this.account.giveBackForWrapUp(this.#wrapUpReserve);
    this.#wrapUpReserve = {};
    this.account.line.serve();
  }

  #book(asked: Partial<Amounts>, actual: Partial<Amounts>): Partial<Amounts> {
    const booked = withCalls(asked, actual);
    this.account.add(booked);
    this.#correction.learn(asked, booked);
    if (booked.subQueries === 0) this.#largest = larger(this.#largest, booked);
    return booked;
  }
}

/** What a call used; it counts as the calls for which it reserved, unless it says otherwise. */
function withCalls(asked: Partial<Amounts>, used: Partial<Amounts>): Partial<Amounts> {
  const { calls = asked.calls ?? 0, subQueries = asked.subQueries ?? 0 } = used;
  return { ...used, calls, subQueries };
}

const nothing: Booking = Object.freeze({ cost: Object.freeze({}) });
