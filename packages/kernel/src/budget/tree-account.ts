import { BudgetExceededError } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import { AmountSum, boundOf, countedLimits, fromUnits, type CountedLimit } from './amount-sum.js';
import type { Amounts, BudgetLeft, ReplyCaps, RunLimits, RunUsage } from '../contract/ledger.js';
import { WaitingLine } from './waiting-line.js';

/** Runs of one shared budget whose spending is kept after they ended: some megabytes. */
export const maxKeptRuns = 10_000;

/**
 * What one run in a tree of runs has spent and set aside, and what budgets leave of it. Every amount counts for every run
 * above as well, so that a budget anywhere on the way up bounds it.
 */
export class TreeAccount {
  readonly limits: RunLimits;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #own = new AmountSum();
  readonly #below = new AmountSum();
  /** Reserved by calls under way, in this run and below. */
  readonly #reserved = new AmountSum();
  /** Reserved for wrap-ups, in this run and below. */
  readonly #reservedForWrapUp = new AmountSum();
  /** This node and those above it, upwards. */
  readonly path: readonly TreeAccount[];
  /** Where calls wait for each other: one line for all accounts under the topmost one. */
  readonly line: WaitingLine<TreeAccount>;

  /** Whether it is that of a budget, which several trees of runs share. */
  readonly isShared: boolean;
  /** What journalled runs under it have spent, by their ids: a run that is resumed books it again. */
  readonly #ofRuns = new Map<string, Amounts>();

  /** `elapsedMs`: how long earlier owners of the run worked on it. */
  constructor(
    limits: RunLimits,
    clock: Clock,
    parent?: TreeAccount,
    elapsedMs = 0,
    isShared = false,
  ) {
    this.isShared = isShared;
    this.limits = Object.freeze({ ...limits });
    this.#clock = clock;
    this.path = parent === undefined ? [this] : [this, ...parent.path];
    this.line = parent?.line ?? new WaitingLine();
    this.#startedAt = clock.now() - elapsedMs;
  }

  /**
   * Sets amounts aside for a call. Gives the accounts whose calls under way leave no room for it; empty if the amounts are set aside.
   * Throws `BudgetExceededError`, with the limit's name, if they do not fit whatever those calls give back, or if `mayWait` is
   * false.
   */
  setAside(amounts: Partial<Amounts>, mayWait: boolean): readonly TreeAccount[] {
    if (this.#timeLeft() <= 0) throw new BudgetExceededError('timeout', this.timeoutMs, 0);
    const wanted = new AmountSum();
    wanted.add(amounts);
    const full: TreeAccount[] = [];
    for (const limit of countedLimits) {
      const amount = wanted.of(limit);
      for (const node of this.path) {
        const left = node.#leftUnreserved(limit) - node.#reserved.of(limit);
        if (amount <= 0 || amount <= left) continue;
        if (!mayWait || !node.#frees(limit)) throw this.#refusal(limit, amount);
        full.push(node);
      }
    }
    if (full.length === 0) for (const node of this.path) node.#reserved.add(amounts);
    return full;
  }

  giveBack(amounts: Partial<Amounts>): void {
    for (const node of this.path) node.#reserved.subtract(amounts);
  }

  /** Sets amounts aside for this run's wrap-up. */
  setAsideForWrapUp(amounts: Partial<Amounts>): void {
    for (const node of this.path) node.#reservedForWrapUp.add(amounts);
  }

  giveBackForWrapUp(amounts: Partial<Amounts>): void {
    for (const node of this.path) node.#reservedForWrapUp.subtract(amounts);
  }

  /** Counts amounts as spent. */
  add(amounts: Partial<Amounts>): void {
    this.#own.add(amounts);
    for (const node of this.path) if (node !== this) node.#below.add(amounts);
  }

  /** Counts amounts as spent by runs below this one. */
  addBelow(amounts: Partial<Amounts>): void {
    for (const node of this.path) node.#below.add(amounts);
  }

  /** Counts amounts as not spent after all. */
  subtract(amounts: Partial<Amounts>): void {
    this.#own.subtract(amounts);
    for (const node of this.path) if (node !== this) node.#below.subtract(amounts);
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

  /** What calls under way have reserved. */
  inFlight(): Amounts {
    return this.#reserved.amounts();
  }

  /** Takes back what a run had spent before it was resumed, since it is booked again: of `cost`, and at most as much as `before`. */
  passOver(before: AmountSum, cost: Partial<Amounts>): void {
    const again = before.takeUpTo(cost);
    for (const node of this.path) if (node.isShared) node.#below.subtract(again);
  }

  /** What a run under this budget had spent when it ended before. */
  spentBefore(runId: string): AmountSum {
    const before = new AmountSum();
    before.add(this.#ofRuns.get(runId) ?? {});
    return before;
  }

  /**
   * Keeps what a run has spent: it may be resumed. Of more than {@link maxKeptRuns} runs, those that ended first are forgotten: if
   * one is resumed then, what it had spent counts once more, so that the limit still holds.
   */
  keepSpent(runId: string, spent: Amounts): void {
    this.#ofRuns.delete(runId);
    this.#ofRuns.set(runId, spent);
    const [oldest] = this.#ofRuns.keys();
    if (this.#ofRuns.size > maxKeptRuns && oldest !== undefined) this.#ofRuns.delete(oldest);
  }

  remaining(): BudgetLeft {
    return this.#leftBy((limit) => this.#left(limit));
  }

  /** What this tree's own limits leave, without a budget that it shares with others. */
  remainingOfTree(): BudgetLeft {
    const own = this.path.filter((node) => !node.isShared);
    const left = (node: TreeAccount, limit: CountedLimit): number =>
      node.#leftUnreserved(limit) - node.#reserved.of(limit);
    return this.#leftBy((limit) => Math.min(...own.map((node) => left(node, limit))));
  }

  /** What is left for a call that is under way alone. */
  remainingAlone(): BudgetLeft {
    return this.#leftBy((limit) =>
      Math.min(...this.path.map((node) => node.#leftUnreserved(limit))),
    );
  }

  /** Tokens that one reply may have, by this run's limits and those above it. */
  replyCap(purpose: keyof ReplyCaps): number | undefined {
    const caps = this.path.map(({ limits: { maxOutputTokens: cap } }) =>
      typeof cap === 'object' ? cap[purpose] : cap,
    );
    const least = Math.min(...caps.map((cap) => cap ?? Infinity));
    return least === Infinity ? undefined : least;
  }

  #leftBy(unitsLeft: (limit: CountedLimit) => number): BudgetLeft {
    const left = (limit: CountedLimit): number => Math.max(0, fromUnits(limit, unitsLeft(limit)));
    return Object.freeze({
      tokens: left('max_tokens'),
      costUsd: left('max_cost'),
      calls: left('max_calls'),
      subQueries: left('max_sub_queries'),
      timeMs: this.#timeLeft(),
    });
  }

  /** The bound that leaves no room for another call, whatever calls under way give back. */
  exhausted(): CountedLimit | 'timeout' | undefined {
    if (this.#timeLeft() <= 0) return 'timeout';
    return countedLimits.find(
      (limit) =>
        limit !== 'max_sub_queries' && this.path.some((node) => node.#leftUnreserved(limit) <= 0),
    );
  }

  /** The bound that was passed because a call used more than was set aside for it. */
  overrun(): CountedLimit | undefined {
    return countedLimits.find((limit) => this.#spentUnits(limit) > boundOf(this.limits, limit));
  }

  /** The time that this run may take, in milliseconds, by its own budget or one above it. */
  get timeoutMs(): number {
    return Math.min(...this.path.map(({ limits }) => limits.timeoutMs ?? Infinity));
  }

  /** The bound that refuses a run at `depth`. */
  refuses(depth: number): 'max_depth' | undefined {
    const isTooDeep = this.path.some(({ limits }) => depth > (limits.maxDepth ?? Infinity));
    return isTooDeep ? 'max_depth' : undefined;
  }

  /** Whether calls under way may give back some of what they have reserved. A call counts as one, whatever comes of it. */
  #frees(limit: CountedLimit): boolean {
    const isAmount = limit === 'max_tokens' || limit === 'max_cost';
    return isAmount && this.#reserved.of(limit) > 0;
  }

  #refusal(limit: CountedLimit, wanted: number): BudgetExceededError {
    const left = this.#left(limit);
    const isTightest = (node: TreeAccount): boolean =>
      node.#leftUnreserved(limit) - node.#reserved.of(limit) === left;
    const node = this.path.find(isTightest) ?? this;
    const figure = (units: number): number => fromUnits(limit, units);
    return new BudgetExceededError(limit, figure(wanted), figure(Math.max(0, left)), {
      figures: {
        ...(node.isShared && { isBudget: true }),
        max: figure(boundOf(node.limits, limit)),
        spent: figure(node.#spentUnits(limit)),
        inFlight: figure(node.#reserved.of(limit)),
        setAside: figure(node.#reservedForWrapUp.of(limit)),
      },
    });
  }

  #left(limit: CountedLimit): number {
    return Math.min(
      ...this.path.map((node) => node.#leftUnreserved(limit) - node.#reserved.of(limit)),
    );
  }

  /** What the budget of this node alone leaves when calls under way are not counted. */
  #leftUnreserved(limit: CountedLimit): number {
    return (
      boundOf(this.limits, limit) - this.#spentUnits(limit) - this.#reservedForWrapUp.of(limit)
    );
  }

  #spentUnits(limit: CountedLimit): number {
    return this.#own.of(limit) + this.#below.of(limit);
  }

  #timeLeft(): number {
    const now = this.#clock.now();
    return Math.min(
      ...this.path.map((node) =>
        Math.max(0, (node.limits.timeoutMs ?? Infinity) - (now - node.#startedAt)),
      ),
    );
  }
}
