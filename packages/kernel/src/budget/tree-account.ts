import { BudgetExceededError } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import { AmountSum, boundOf, countedLimits, fromUnits, type CountedLimit } from './amount-sum.js';
import type { AccountKeeper } from './account-keeper.js';
import type { EstimateCorrection } from './estimate-correction.js';
import type { Amounts, BudgetLeft, ReplyCaps, RunLimits, RunUsage } from '../contract/ledger.js';
import { WaitingLine } from './waiting-line.js';

/** How many ended runs of one shared budget keep their spending: some megabytes. */
export const maxKeptRuns = 10_000;

/**
 * What one run in a tree of runs has spent and reserved, and what its budgets leave. Every amount
 * also counts for every run above, so that the budget of any of them limits it.
 */
export class TreeAccount {
  readonly limits: RunLimits;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #own = new AmountSum();
  readonly #below = new AmountSum();
  /** Reserved by calls in flight, in this run and below. */
  readonly #reserved = new AmountSum();
  /** Reserved for wrap-ups, in this run and below. */
  readonly #reservedForWrapUp = new AmountSum();
  /** This node and those above it, from the bottom up. */
  readonly path: readonly TreeAccount[];
  /** Where calls wait for each other: one line for all accounts under the topmost one. */
  readonly line: WaitingLine<TreeAccount>;

  /** Whether it is the account of a budget that several trees of runs share. */
  readonly isShared: boolean;
  /** What other processes have spent and reserved, if the budget is kept in a store. */
  #elsewhere: { readonly spent: AmountSum; readonly open: AmountSum } | undefined;
  /** What keeps this account in a store, if it is that of such a budget. */
  keeper: AccountKeeper | undefined;
  /** What the replies of each model have shown, in all runs under the topmost account. */
  readonly seen: Map<string, EstimateCorrection>;
  /** What journalled runs under it have spent, by run id: a resumed run books it again. */
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
    this.seen = parent?.seen ?? new Map<string, EstimateCorrection>();
    this.#startedAt = clock.now() - elapsedMs;
  }

  /**
   * Reserves amounts for a call. Returns the accounts that are too full because of calls in flight;
   * an empty list means that the amounts are reserved. Throws `BudgetExceededError`, with the
   * limit's name, if they do not fit whatever those calls release, or if `mayWait` is false.
   */
  setAside(amounts: Partial<Amounts>, mayWait: boolean): readonly TreeAccount[] {
    if (this.#timeLeft() <= 0) throw new BudgetExceededError('timeout', this.timeoutMs, 0);
    const wanted = new AmountSum(amounts);
    const full: TreeAccount[] = [];
    for (const limit of countedLimits) {
      const amount = wanted.of(limit);
      for (const node of this.path) {
        if (amount <= 0 || amount <= node.#spare(limit)) continue;
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

  /** Reserves amounts for this run's wrap-up. */
  setAsideForWrapUp(amounts: Partial<Amounts>): void {
    for (const node of this.path) node.#reservedForWrapUp.add(amounts);
  }

  giveBackForWrapUp(amounts: Partial<Amounts>): void {
    for (const node of this.path) node.#reservedForWrapUp.subtract(amounts);
  }

  /** Counts amounts as spent; with `again`, a budget in a store has counted them before. */
  add(amounts: Partial<Amounts>, again = false): void {
    this.#own.add(amounts);
    for (const node of this.#above(again)) node.#below.add(amounts);
  }

  /** Counts amounts as spent by runs below this one, which a budget in a store has counted before. */
  addBelowAgain(amounts: Partial<Amounts>): void {
    this.#below.add(amounts);
    for (const node of this.#above(true)) node.#below.add(amounts);
  }

  /** Takes back amounts that were counted as spent. */
  subtract(amounts: Partial<Amounts>, again = false): void {
    this.#own.subtract(amounts);
    for (const node of this.#above(again)) node.#below.subtract(amounts);
  }

  /** The accounts above this one that count what it counts. */
  #above(again: boolean): readonly TreeAccount[] {
    return this.path.slice(1).filter((node) => !again || node.keeper === undefined);
  }

  /** What this run used itself, what the runs below it used, and both. */
  usage(): RunUsage {
    const total = new AmountSum();
    const own = this.#own.amounts();
    const children = this.#below.amounts();
    total.add(own);
    total.add(children);
    return Object.freeze({ own, children, total: total.amounts() });
  }

  /** What calls in flight have reserved. */
  inFlight(): Amounts {
    return this.#reserved.amounts();
  }

  /** Sets what other processes have spent and reserved. */
  countElsewhere(spent: Amounts, open: Amounts): void {
    this.#elsewhere = { spent: new AmountSum(spent), open: new AmountSum(open) };
  }

  /** What was spent and reserved, by other processes too. */
  everywhere(): { readonly spent: Amounts; readonly open: Amounts } {
    const spent = new AmountSum(this.usage().total);
    const open = new AmountSum(this.inFlight());
    spent.add(this.#elsewhere?.spent.amounts() ?? {});
    open.add(this.#elsewhere?.open.amounts() ?? {});
    return { spent: spent.amounts(), open: open.amounts() };
  }

  /** Whether what is spent and reserved exceeds a limit to which `amounts`, a part of it, contribute. */
  isOverdrawnBy(amounts: Partial<Amounts>): boolean {
    const part = new AmountSum(amounts);
    const spare = (limit: CountedLimit): number =>
      boundOf(this.limits, limit) - this.#spentUnits(limit) - this.#inFlight(limit);
    return countedLimits.some((limit) => part.of(limit) > 0 && spare(limit) < 0);
  }

  /** Takes back what a resumed run had spent before, since it is booked again: `cost`, but at most what `before` holds. */
  passOver(before: AmountSum, cost: Partial<Amounts>): void {
    const again = before.takeUpTo(cost);
    for (const node of this.path) if (node.isShared) node.#below.subtract(again);
  }

  /** What a run under this budget had spent when it last ended. */
  spentBefore(runId: string): AmountSum {
    return new AmountSum(this.#ofRuns.get(runId));
  }

  /**
   * Remembers what a run has spent, since it may be resumed. Beyond {@link maxKeptRuns} runs, those
   * that ended first are forgotten: if one of them is resumed, its spending counts twice, so that
   * the limit still holds.
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
    const own = this.path.filter(({ isShared }) => !isShared);
    return this.#leftBy((limit) => leastOf(own, (node) => node.#spare(limit)));
  }

  /** What is left for a call if no other call is in flight. */
  remainingAlone(): BudgetLeft {
    return this.#leftBy((limit) => leastOf(this.path, (node) => node.#leftUnreserved(limit)));
  }

  /** Tokens that one reply may have, by the limits of this run and of those above it. */
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

  /** The limit that does not allow another call, whatever calls in flight release; `ofTree`: without shared budgets. */
  exhausted(ofTree = false): CountedLimit | 'timeout' | undefined {
    if (this.#timeLeft() <= 0) return 'timeout';
    return countedLimits.find(
      (limit) =>
        limit !== 'max_sub_queries' &&
        this.path.some((node) => (!ofTree || !node.isShared) && node.#leftUnreserved(limit) <= 0),
    );
  }

  /** The limit that was exceeded because a call used more than was reserved for it. */
  overrun(): CountedLimit | undefined {
    return countedLimits.find((limit) => this.#spentUnits(limit) > boundOf(this.limits, limit));
  }

  /** The time that this run may take, in milliseconds, by its own limit or one above it. */
  get timeoutMs(): number {
    return leastOf(this.path, ({ limits }) => limits.timeoutMs ?? Infinity);
  }

  /** The limit that refuses a run at `depth`. */
  refuses(depth: number): 'max_depth' | undefined {
    const isTooDeep = this.path.some(({ limits }) => depth > (limits.maxDepth ?? Infinity));
    return isTooDeep ? 'max_depth' : undefined;
  }

  /** Whether calls in flight may release some of what they have reserved; a call counts as one in any case. */
  #frees(limit: CountedLimit): boolean {
    const isAmount = limit === 'max_tokens' || limit === 'max_cost';
    return isAmount && this.#inFlight(limit) > 0;
  }

  #refusal(limit: CountedLimit, wanted: number): BudgetExceededError {
    const left = this.#left(limit);
    const node = this.path.find((account) => account.#spare(limit) === left) ?? this;
    const figure = (units: number): number => fromUnits(limit, units);
    return new BudgetExceededError(limit, figure(wanted), figure(Math.max(0, left)), {
      figures: {
        ...(node.isShared && { isBudget: true }),
        max: figure(boundOf(node.limits, limit)),
        spent: figure(node.#spentUnits(limit)),
        inFlight: figure(node.#inFlight(limit)),
        setAside: figure(node.#reservedForWrapUp.of(limit)),
      },
    });
  }

  #left(limit: CountedLimit): number {
    return leastOf(this.path, (node) => node.#spare(limit));
  }

  #spare(limit: CountedLimit): number {
    return this.#leftUnreserved(limit) - this.#inFlight(limit);
  }

  /** What the budget of this node alone leaves if calls in flight are not counted. */
  #leftUnreserved(limit: CountedLimit): number {
    return (
      boundOf(this.limits, limit) - this.#spentUnits(limit) - this.#reservedForWrapUp.of(limit)
    );
  }

  #spentUnits(limit: CountedLimit): number {
    const elsewhere = this.#elsewhere?.spent.of(limit) ?? 0;
    return this.#own.of(limit) + this.#below.of(limit) + elsewhere;
  }

  /** What calls in flight have reserved, here and elsewhere. */
  #inFlight(limit: CountedLimit): number {
    return this.#reserved.of(limit) + (this.#elsewhere?.open.of(limit) ?? 0);
  }

  #timeLeft(): number {
    const now = this.#clock.now();
    return leastOf(this.path, (node) =>
      Math.max(0, (node.limits.timeoutMs ?? Infinity) - (now - node.#startedAt)),
    );
  }
}

function leastOf(path: readonly TreeAccount[], amountOf: (account: TreeAccount) => number): number {
  let least = Infinity;
  for (const account of path) least = Math.min(least, amountOf(account));
  return least;
}
