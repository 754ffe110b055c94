import type { Clock } from '../platform/clock.js';
import { larger } from './amount-sum.js';
import { concludeReserve } from './conclude-reserve.js';
import { EstimateCorrection } from './estimate-correction.js';
import type { Amounts, Booking, RunLimits, Ledger, Reservation } from '../contract/ledger.js';
import { TreeAccount } from './tree-account.js';

/**
 * The calls of one run in a tree of runs, from reservation to booking, over the run's account. What calls teach about their
 * estimates, and the end of all reservations, is the whole tree's.
 */
export class TreeLedger implements Ledger {
  readonly account: TreeAccount;
  readonly #root: TreeLedger;
  readonly #correction: EstimateCorrection;
  #concludeReserve: Partial<Amounts> = {};
  #largest: Partial<Amounts> = {};
  #closedBy: Error | undefined;

  constructor(limits: RunLimits, clock: Clock, parent?: TreeLedger, elapsedMs = 0) {
    this.account = new TreeAccount(limits, clock, parent?.account, elapsedMs);
    this.#root = parent === undefined ? this : parent.#root;
    this.#correction = parent === undefined ? new EstimateCorrection() : parent.#correction;
  }

  get limits(): RunLimits {
    return this.account.limits;
  }

  reserve(estimate: Partial<Amounts>): Reservation {
    const closedBy = this.#root.#closedBy;
    if (closedBy !== undefined) throw closedBy;
    const { account } = this;
    const asked = Object.freeze({ ...estimate });
    account.setAside(asked);
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
        return back === undefined ? { cost } : { cost, back };
      },
      abandon: (atLeast: Partial<Amounts> = {}): Booking => {
        if (!close()) return nothing;
        abandoned = { ...asked, ...larger(asked, atLeast) };
        account.add(abandoned);
        return { cost: abandoned };
      },
      release: (): void => {
        close();
      },
    });
  }

  book({ cost, back }: Booking, isChild = false): void {
    if (isChild) {
      const { subQueries = 1 } = cost;
      this.account.add({ subQueries: 1 });
      this.account.addBelow({ ...cost, subQueries: subQueries - 1 });
      return;
    }
    if (back !== undefined) this.account.subtract(back);
    this.account.add(cost);
    if ((cost.subQueries ?? 0) === 0) this.#largest = larger(this.#largest, cost);
  }

  close(reason: Error): void {
    this.#root.#closedBy ??= reason;
  }

  spent(): Amounts {
    return this.account.spent();
  }

  remaining(): ReturnType<Ledger['remaining']> {
    return this.account.remaining();
  }

  forecast(estimate: Partial<Amounts>): Partial<Amounts> {
    return this.#correction.forecast(estimate);
  }

  /**
   * Reserves amounts for this run's wrap-up: `wanted`, or what its largest call so far suggests,
   * but at most half of what is left, and nothing of the last call.
   */
  reserveForConclude(wanted: Partial<Amounts>): void {
    const before = this.#concludeReserve;
    this.releaseConcludeReserve();
    const amounts = concludeReserve(this.remaining(), wanted, this.#largest, before);
    this.account.setAsideForConclude(amounts);
    this.#concludeReserve = amounts;
  }

  releaseConcludeReserve(): void {
    this.account.giveBackForConclude(this.#concludeReserve);
    this.#concludeReserve = {};
  }

  #book(asked: Partial<Amounts>, actual: Partial<Amounts>): Partial<Amounts> {
    const { calls = asked.calls ?? 0, subQueries = asked.subQueries ?? 0 } = actual;
    const booked = { ...actual, calls, subQueries };
    this.account.add(booked);
    this.#correction.learn(asked, booked);
    if (subQueries === 0) this.#largest = larger(this.#largest, booked);
    return booked;
  }
}

const nothing: Booking = Object.freeze({ cost: Object.freeze({}) });
