import { isRecord } from '@rlm/repl-types/internal';

import type { Amounts } from '../contract/ledger.js';
import { AmountSum } from './amount-sum.js';

/** A process that spends from a budget: its own sums, as it has written them last. */
export interface BudgetOwner {
  readonly pid: number;
  readonly host: string;
  /** When it wrote them, in milliseconds since 1970, by the clock of its machine. */
  readonly beat: number;
  /** What it has spent. */
  readonly spent: Amounts;
  /** What its calls under way have reserved. */
  readonly open: Amounts;
}

/** The account of a budget as a store keeps it. */
export interface BudgetRecord {
  /** What owners have spent that are gone; what they had reserved counts in full. */
  readonly base: Amounts;
  readonly owners: ReadonlyMap<string, BudgetOwner>;
  /** What of `base` is that of owners which may not be gone: one that writes again takes it back. The last to be added count. */
  readonly folded: ReadonlyMap<string, Amounts>;
}

/** Owners at most; one more is refused. */
export const maxOwners = 1_000;

/** Owners without calls under way that keep a place of their own; beyond that, those that were silent become part of `base`. */
export const maxIdleOwners = 100;

/** Owners that may come back, of those that were taken for gone. */
export const maxFolded = 200;

/** A record is not longer: one with all that it may have is shorter. */
const maxRecordChars = 4 * 2 ** 20;

const format = { format: 'rlm-budget', version: 1 } as const;

/** Reads the text of a record; without one, nothing was spent. Throws if it is something else. */
export function readRecord(text: string | undefined): BudgetRecord {
  if (text === undefined) return { base: amountsIn({}), owners: new Map(), folded: new Map() };
  if (text.length > maxRecordChars) throw new Error('it is longer than a budget needs');
  const found: unknown = JSON.parse(text);
  if (
    !isRecord(found) ||
    found['format'] !== format.format ||
    found['version'] !== format.version
  ) {
    throw new Error('it is not the record of a budget, or that of a newer version');
  }
  const owners = entriesOf(found['owners'], maxOwners).map(
    ([by, owner]) => [by, ownerIn(owner)] as const,
  );
  const folded = entriesOf(found['folded'], maxFolded).map(
    ([by, sum]) => [by, amountsIn(sum)] as const,
  );
  return { base: amountsIn(found['base']), owners: new Map(owners), folded: new Map(folded) };
}

/** The text of a record. */
export function recordText({ base, owners, folded }: BudgetRecord): string {
  const parts = { owners: Object.fromEntries(owners), folded: Object.fromEntries(folded) };
  return JSON.stringify({ ...format, base, ...parts });
}

/**
 * The record with the sums of one owner. Others that are gone become part of `base`, with what they had reserved in full, since
 * it may have been spent. One that comes back takes it out again.
 */
export function withOwner(
  record: BudgetRecord,
  by: string,
  own: BudgetOwner,
  isGone: (owner: BudgetOwner, by: string) => boolean,
): BudgetRecord {
  const base = new AmountSum();
  base.add(record.base);
  const owners = new Map(record.owners);
  const folded = new Map(record.folded);
  const fold = (other: string, owner: BudgetOwner): void => {
    const sum = totalOf([owner.spent, owner.open]);
    base.add(sum);
    owners.delete(other);
    folded.set(other, sum);
  };
  const others = [...owners].filter(([other]) => other !== by);
  for (const [other, owner] of others) {
    const isInTheWay = !isNothing(owner.open) || owners.size > maxIdleOwners;
    if (isInTheWay && isGone(owner, other)) fold(other, owner);
  }
  if (owners.size >= maxOwners && !owners.has(by)) {
    throw new Error(`${String(maxOwners)} processes spend from it already`);
  }
  const again = owners.has(by) ? undefined : folded.get(by);
  if (again !== undefined) base.takeUpTo(again);
  folded.delete(by);
  for (const other of [...folded.keys()].slice(0, -maxFolded)) folded.delete(other);
  owners.set(by, own);
  return { base: base.amounts(), owners, folded };
}

/** What all but one owner have spent, and what they have reserved. */
export function othersIn(
  { base, owners }: BudgetRecord,
  by: string,
): { readonly spent: Amounts; readonly open: Amounts } {
  const others = [...owners].flatMap(([other, owner]) => (other === by ? [] : [owner]));
  return {
    spent: totalOf([base, ...others.map(({ spent }) => spent)]),
    open: totalOf(others.map(({ open }) => open)),
  };
}

/** Whether two amounts are equal. */
export function isSame(one: Amounts, other: Amounts): boolean {
  return names.every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}

/** Whether an amount is zero. */
export function isNothing(amounts: Amounts): boolean {
  return names.every((name) => (amounts[name] ?? 0) === 0);
}

const names = [
  'inputTokens',
  'cachedInputTokens',
  'outputTokens',
  'costUsd',
  'calls',
  'subQueries',
] as const;

function totalOf(parts: readonly Amounts[]): Amounts {
  const sum = new AmountSum();
  for (const part of parts) sum.add(part);
  return sum.amounts();
}

function entriesOf(value: unknown, most: number): [string, unknown][] {
  if (!isRecord(value)) throw new Error('it lacks a part');
  const entries = Object.entries(value);
  if (entries.length > most) throw new Error(`it has ${String(entries.length)} owners`);
  return entries;
}

function ownerIn(value: unknown): BudgetOwner {
  const { pid, host, beat, spent, open } = isRecord(value) ? value : {};
  if (typeof pid !== 'number' || typeof host !== 'string' || typeof beat !== 'number') {
    throw new Error('one of its owners lacks a part');
  }
  return { pid, host, beat, spent: amountsIn(spent), open: amountsIn(open) };
}

function amountsIn(value: unknown): Amounts {
  if (!isRecord(value)) throw new Error('it lacks an amount');
  const amount = (name: keyof Amounts): number => {
    const found = value[name] ?? 0;
    // A larger one is no sum: added up, such amounts would be no number, and count as nothing.
    if (typeof found === 'number' && found >= 0 && found <= Number.MAX_SAFE_INTEGER) return found;
    throw new Error(`its ${name} is not an amount`);
  };
  const cachedInputTokens = amount('cachedInputTokens');
  return {
    inputTokens: amount('inputTokens'),
    ...(cachedInputTokens > 0 && { cachedInputTokens }),
    outputTokens: amount('outputTokens'),
    costUsd: amount('costUsd'),
    calls: amount('calls'),
    subQueries: amount('subQueries'),
  };
}
