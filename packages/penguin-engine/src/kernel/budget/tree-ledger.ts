import { BudgetExceededError } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import {
  AmountSum,
  boundOf,
  countedLimits,
  fromUnits,
  larger,
  type CountedLimit,
} from './amount-sum.js';
import { concludeReserve } from './conclude-reserve.js';
import { EstimateCorrection } from './estimate-correction.js';
import type { Amounts, Budget, Ledger, Reservation, RunUsage } from './ledger.js';

/**
 * The account of one run in a tree of runs. What it spends, reserves and holds counts for every run
 * above it as well, so that a budget anywhere on the way up bounds it.
 */
export class TreeLedger implements Ledger {
  readonly budget: Budget;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #correction: EstimateCorrection;
  readonly #own = new AmountSum();
  readonly #below = new AmountSum();
  /** Reserved by calls under way, in this run and below. */
  readonly #reserved = new AmountSum();
  /** Reserved for wrap-ups, in this run and below. */
  readonly #reservedForConclude = new AmountSum();
  /** This node and those above it, upwards. */
  readonly #path: readonly TreeLedger[];
  #concludeReserve: Partial<Amounts> = {};
  #largest: Partial<Amounts> = {};
  #closedBy: Error | undefined;

  constructor(budget: Budget, clock: Clock, parent?: TreeLedger) {
    this.budget = Object.freeze({ ...budget });
    this.#clock = clock;
    this.#path = parent === undefined ? [this] : [this, ...parent.#path];
    this.#startedAt = clock.now();
    this.#correction = parent === undefined ? new EstimateCorrection() : parent.#correction;
  }

  reserve(estimate: Partial<Amounts>): Reservation {
    const closedBy = this.#root.#closedBy;
    if (closedBy !== undefined) throw closedBy;
    const asked = Object.freeze({ ...estimate });
    this.#refuseUnlessFits(asked);
    for (const node of this.#path) node.#reserved.add(asked);
    let open = true;
    let abandoned: Partial<Amounts> | undefined;
    const close = (): boolean => {
      if (!open) return false;
      open = false;
      for (const node of this.#path) node.#reserved.subtract(asked);
      return true;
    };
    return Object.freeze({
      settle: (actual: Partial<Amounts>): void => {
        if (abandoned !== undefined) this.#unbook(abandoned);
        if (close() || abandoned !== undefined) this.#book(asked, actual);
        abandoned = undefined;
      },
      abandon: (atLeast: Partial<Amounts> = {}): void => {
        if (!close()) return;
        abandoned = { ...asked, ...larger(asked, atLeast) };
        this.#add(abandoned);
      },
      release: (): void => {
        close();
      },
    });
  }

  close(reason: Error): void {
    this.#root.#closedBy ??= reason;
  }

  spent(): Amounts {
    return this.#root.usage().total;
  }

  remaining(): ReturnType<Ledger['remaining']> {
    const left = (limit: CountedLimit): number => Math.max(0, fromUnits(limit, this.#left(limit)));
    return Object.freeze({
      tokens: left('max_tokens'),
      costUsd: left('max_cost'),
      calls: left('max_calls'),
      subQueries: left('max_sub_queries'),
      timeMs: this.#timeLeft(),
    });
  }

  forecast(estimate: Partial<Amounts>): Partial<Amounts> {
    return this.#correction.forecast(estimate);
  }

  /** What this run used: by itself, by the runs below it, and both. */
  usage(): RunUsage {
    const total = new AmountSum();
    const own = this.#own.amounts();
    const children = this.#below.amounts();
    total.add(own);
    total.add(children);
    return Object.freeze({ own, children, total: total.amounts() });
  }

  /** The bound that leaves no room for another call, whatever calls under way give back. */
  exhausted(): CountedLimit | 'timeout' | undefined {
    if (this.#timeLeft() <= 0) return 'timeout';
    return countedLimits.find(
      (limit) => limit !== 'max_sub_queries' && this.#path.some((node) => node.#used(limit) <= 0),
    );
  }

  /** The bound that was passed because a call used more than was set aside for it. */
  overrun(): CountedLimit | undefined {
    return countedLimits.find((limit) => this.#spentUnits(limit) > boundOf(this.budget, limit));
  }

  /** The time that this run may take, in milliseconds, by its own budget or one above it. */
  get timeoutMs(): number {
    return Math.min(...this.#path.map(({ budget }) => budget.timeoutMs ?? Infinity));
  }

  /** The bound that refuses a run at `depth`. */
  refuses(depth: number): 'max_depth' | undefined {
    const isTooDeep = this.#path.some(({ budget }) => depth > (budget.maxDepth ?? Infinity));
    return isTooDeep ? 'max_depth' : undefined;
  }

  /**
   * Reserves amounts for this run's wrap-up: `wanted`, or what its largest call so far suggests,
   * but at most half of what is left, and nothing of the last call.
   */
  reserveForConclude(wanted: Partial<Amounts>): void {
    const before = this.#concludeReserve;
    this.releaseConcludeReserve();
    const left = this.remaining();
    this.#concludeReserve = concludeReserve(left, wanted, this.#largest, before);
    for (const node of this.#path) node.#reservedForConclude.add(this.#concludeReserve);
  }

  releaseConcludeReserve(): void {
    for (const node of this.#path) node.#reservedForConclude.subtract(this.#concludeReserve);
    this.#concludeReserve = {};
  }

  get #root(): TreeLedger {
    return this.#path.at(-1) ?? this;
  }

  #refuseUnlessFits(asked: Partial<Amounts>): void {
    if (this.#timeLeft() <= 0) throw new BudgetExceededError('timeout', this.timeoutMs, 0);
    const wanted = new AmountSum();
    wanted.add(asked);
    for (const limit of countedLimits) {
      const left = this.#left(limit);
      const amount = wanted.of(limit);
      if (amount > 0 && amount > left) {
        throw new BudgetExceededError(
          limit,
          fromUnits(limit, amount),
          fromUnits(limit, Math.max(0, left)),
        );
      }
    }
  }

  #book(asked: Partial<Amounts>, actual: Partial<Amounts>): void {
    const { calls = asked.calls ?? 0, subQueries = asked.subQueries ?? 0 } = actual;
    const booked = { ...actual, calls, subQueries };
    this.#add(booked);
    this.#correction.learn(asked, booked);
    if (subQueries === 0) this.#largest = larger(this.#largest, booked);
  }

  #add(amounts: Partial<Amounts>): void {
    this.#own.add(amounts);
    for (const node of this.#path) if (node !== this) node.#below.add(amounts);
  }

  #unbook(amounts: Partial<Amounts>): void {
    this.#own.subtract(amounts);
    for (const node of this.#path) if (node !== this) node.#below.subtract(amounts);
  }

  #left(limit: CountedLimit): number {
    return Math.min(...this.#path.map((node) => node.#used(limit) - node.#reserved.of(limit)));
  }

  /** What the budget of this node alone leaves when calls under way are not counted. */
  #used(limit: CountedLimit): number {
    return (
      boundOf(this.budget, limit) - this.#spentUnits(limit) - this.#reservedForConclude.of(limit)
    );
  }

  #spentUnits(limit: CountedLimit): number {
    return this.#own.of(limit) + this.#below.of(limit);
  }

  #timeLeft(): number {
    const now = this.#clock.now();
    return Math.min(
      ...this.#path.map((node) =>
        Math.max(0, (node.budget.timeoutMs ?? Infinity) - (now - node.#startedAt)),
      ),
    );
  }
}
