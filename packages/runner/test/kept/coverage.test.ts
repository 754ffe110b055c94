import { describe, expect, it } from 'vitest';

import { maxKeptBytes } from '../../src/kept-bytes.js';
import { watchCoverage, type CoverageWatch } from '../../src/reading/watch-coverage.js';

const text = Array.from({ length: 2_000 }, (_, at) => `Line ${String(at)} of the record.`).join(
  '\n',
);
const contexts = (): ReadonlyMap<string, string> => new Map([['context', text]]);
const watch = (above?: CoverageWatch): CoverageWatch =>
  watchCoverage(contexts, above, (error) => {
    throw error;
  });
const large = text.repeat(16);
const fits = Math.floor(maxKeptBytes.unread / 2 / large.length);

describe('texts that coverage has yet to read', () => {
  it('make it behind as soon as they are too much, until they were looked at', async () => {
    const coverage = watch();
    for (let at = 0; at < fits; at += 1) coverage.read(large, 'sub');
    expect(coverage.isBehind).toBe(false);
    coverage.read(large, 'sub');
    expect(coverage.isBehind).toBe(true);
    await coverage.settle();
    expect(coverage.isBehind).toBe(false);
    expect(coverage.figures?.bySubModels).toBe(1);
  });

  it('count thousands of small ones too', () => {
    const coverage = watch();
    const small = 'a'.repeat(10_000);
    let count = 0;
    while (!coverage.isBehind && count < 10_000) {
      coverage.read(small, 'sub');
      count += 1;
    }
    expect(count).toBe(Math.floor(maxKeptBytes.unread / 2 / small.length) + 1);
  });

  it('of a child make it behind with its parent: several children pass theirs on', async () => {
    const parent = watch();
    const children = [watch(parent), watch(parent)];
    for (const child of children) for (let at = 0; at < fits; at += 2) child.read(large, 'sub');
    children[0]?.read(large, 'sub');
    expect([parent, ...children].map(({ isBehind }) => isBehind)).toEqual([true, true, true]);
    await children[1]?.settle();
    expect([parent, ...children].map(({ isBehind }) => isBehind)).toEqual([false, false, false]);
  });
});
