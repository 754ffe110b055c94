import { describe, expect, it } from 'vitest';

import type { Amounts } from '../../src/index.js';
import {
  isSame,
  maxFolded,
  maxIdleOwners,
  maxOwners,
  othersIn,
  readRecord,
  recordText,
  withOwner,
  type BudgetOwner,
  type BudgetRecord,
} from '../../src/budget/budget-record.js';

const amounts = (more: Partial<Amounts> = {}): Amounts => ({
  ...{ inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, subQueries: 0 },
  ...more,
});
const owner = (spent: number, open: number, beat = 0): BudgetOwner => ({
  ...{ pid: 1, host: 'here', beat },
  ...{ spent: amounts({ outputTokens: spent }), open: amounts({ outputTokens: open }) },
});
const none = readRecord(undefined);
const nobodyIsGone = () => false;
const silent = ({ beat }: BudgetOwner) => beat < 0;

/** The record after many owners have written, one after the other. */
const after = (owners: readonly BudgetOwner[], isGone = silent): BudgetRecord =>
  owners.reduce((record, own, index) => withOwner(record, `by${String(index)}`, own, isGone), none);

/** All that was spent or reserved. */
function total(record: BudgetRecord): number {
  const { spent, open } = othersIn(record, 'none of them');
  return spent.outputTokens + open.outputTokens;
}

describe('the record of a budget', () => {
  it('is the same after it was written and read', () => {
    const record = after([owner(5, 3), owner(2, 0, -1), owner(1, 4, -1), owner(7, 7)]);
    expect(readRecord(recordText(record))).toEqual(record);
    expect(isSame(record.base, amounts())).toBe(false);
  });

  it.each<[string, string]>([
    ['a list', '[]'],
    ['another format', '{"format":"x","version":1}'],
    ['a newer version', '{"format":"rlm-budget","version":2,"base":{},"owners":{},"folded":{}}'],
    ['no owners', '{"format":"rlm-budget","version":1,"base":{},"folded":{}}'],
    ['an amount below zero', recordText({ ...none, base: amounts({ inputTokens: -1 }) })],
    [
      'an amount that is text',
      recordText({ ...none, base: { ...none.base, calls: '5' as never } }),
    ],
    ['amounts whose sum is no number', recordText({ ...none, base: amounts({ calls: 1e308 }) })],
    [
      'an owner without a process',
      recordText({ ...none, owners: new Map([['a', { ...owner(1, 1), pid: null as never }]]) }),
    ],
    [
      'more owners than there may be',
      recordText({
        ...none,
        owners: new Map(
          Array.from({ length: maxOwners + 1 }, (_, index) => [String(index), owner(0, 0)]),
        ),
      }),
    ],
    [
      'more that may come back than there may be',
      recordText({
        ...none,
        folded: new Map(
          Array.from({ length: maxFolded + 1 }, (_, index) => [String(index), amounts()]),
        ),
      }),
    ],
    ['megabytes', `${recordText(none)}${' '.repeat(5 * 2 ** 20)}`],
    ['text that is not JSON', '{'],
    ['text without an end', '['.repeat(100_000)],
  ])('is refused if it has %s', (_, text) => {
    expect(() => readRecord(text)).toThrow(/\w/);
  });

  it('takes a name that is that of a prototype as any other', () => {
    const record = withOwner(none, '__proto__', owner(5, 0), nobodyIsGone);
    expect(total(readRecord(recordText(record)))).toBe(5);
    expect(Object.prototype).not.toHaveProperty('spent');
  });

  it('keeps exact sums of small prices', () => {
    const cost = (costUsd: number): BudgetOwner => ({
      ...owner(0, 0),
      spent: amounts({ costUsd }),
    });
    const record = after([cost(0.1), cost(0.2)]);
    expect(othersIn(readRecord(recordText(record)), '').spent.costUsd).toBe(0.3);
  });

  it('keeps cached input, and reads records from before it was kept', () => {
    const cached = (cachedInputTokens: number): BudgetOwner => ({
      ...owner(0, 1, -1),
      spent: amounts({ inputTokens: 10, cachedInputTokens }),
    });
    const record = readRecord(recordText(after([cached(4), cached(3), owner(2, 0)])));
    expect(record.base.cachedInputTokens).toBe(7);
    expect(othersIn(record, '').spent).toMatchObject({ inputTokens: 20, cachedInputTokens: 7 });
    const back = withOwner(record, 'by0', cached(5), nobodyIsGone);
    expect(back.base.cachedInputTokens).toBe(3);
    expect(othersIn(back, '').spent.cachedInputTokens).toBe(8);
    const old = recordText(record).replaceAll(/"cachedInputTokens":\d+,/g, '');
    expect(readRecord(old).base).toEqual(amounts({ inputTokens: 20, outputTokens: 2 }));
    expect(isSame(amounts({ cachedInputTokens: 0 }), amounts())).toBe(true);
    expect(isSame(amounts({ cachedInputTokens: 1 }), amounts())).toBe(false);
  });

  it('takes as many owners with calls in flight as it may, and refuses one more', () => {
    const owners = new Map(
      Array.from({ length: maxOwners }, (_, index) => [`by${String(index)}`, owner(0, 1)] as const),
    );
    const full = { ...none, owners };
    expect(() => withOwner(full, 'more', owner(0, 1), nobodyIsGone)).toThrow(
      `${String(maxOwners)} processes`,
    );
    const again = withOwner(full, 'by0', owner(1, 1), nobodyIsGone);
    expect(total(again)).toBe(maxOwners + 1);
    expect(recordText(again).length).toBeLessThan(400_000);
  });

  it('stays small however many processes come and go, and loses nothing', () => {
    const owners = Array.from({ length: 1_000 }, () => owner(1, 1, -1));
    const record = after(owners);
    expect(total(record)).toBe(2_000);
    expect(record.folded.size).toBe(maxFolded);
    expect(record.owners.size).toBe(1);
    expect(recordText(record).length).toBeLessThan(40_000);
  });

  it('leaves silent owners without calls in flight their places, up to a number', () => {
    const few = after(Array.from({ length: maxIdleOwners }, () => owner(1, 0, -1)));
    expect([few.owners.size, few.folded.size]).toEqual([maxIdleOwners, 0]);
    const many = after(Array.from({ length: maxIdleOwners + 50 }, () => owner(1, 0, -1)));
    expect(many.owners.size).toBeLessThanOrEqual(maxIdleOwners + 1);
    expect(total(many)).toBe(maxIdleOwners + 50);
  });

  it('takes the sums of an owner that comes back out of the base', () => {
    const folded = after([owner(5, 3, -1), owner(2, 0)]);
    expect(folded.base.outputTokens).toBe(8);
    const back = withOwner(folded, 'by0', owner(6, 0), nobodyIsGone);
    expect(back.base.outputTokens).toBe(0);
    expect(back.folded.size).toBe(0);
    expect(total(back)).toBe(8);
  });

  it.each([
    ['[]', /not the record\b/],
    ['{"format":"rlm-budget","version":1}', /lacks a part/],
    ['{"format":"rlm-budget","version":1,"base":{},"owners":{"a":1},"folded":{}}', /owners lacks/],
    ['{"format":"rlm-budget","version":1,"base":{"calls":-1},"owners":{},"folded":{}}', /calls/],
    ['{"format":"rlm-budget","version":1,"base":{"calls":"1"},"owners":{},"folded":{}}', /calls/],
  ])('is not read from %s', (text, problem) => {
    expect(() => readRecord(text)).toThrow(problem);
  });
});
