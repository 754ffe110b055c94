import { describe, expect, it } from 'vitest';

import { REPLHistory } from '../src/index.js';
import { createByteQuota, roughBytes } from '../src/byte-quota.js';

describe('createByteQuota', () => {
  it('counts what is taken, and refuses what does not fit without counting it', () => {
    const budget = createByteQuota(100);
    expect(budget.take(60)).toBe(true);
    expect(budget.take(41)).toBe(false);
    expect(budget.usedBytes).toBe(60);
    expect(budget.take(40)).toBe(true);
    expect(budget.usedBytes).toBe(100);
  });

  it('has room again for what was given back', () => {
    const budget = createByteQuota(100);
    budget.take(100);
    budget.free(30);
    expect(budget.take(31)).toBe(false);
    expect(budget.take(30)).toBe(true);
    budget.free(1_000);
    expect(budget.usedBytes).toBe(0);
  });
});

describe('roughBytes', () => {
  it('counts two bytes for each character, wherever the text is', () => {
    const text = 'a'.repeat(1_000_000);
    for (const value of [text, [text], { text }, new Map([['key', text]]), new Set([text])]) {
      expect(roughBytes(value)).toBeGreaterThanOrEqual(2_000_000);
      expect(roughBytes(value)).toBeLessThan(2_001_000);
    }
  });

  it('counts many small objects, and buffers', () => {
    expect(roughBytes(Array.from({ length: 1_000 }, () => ({})))).toBeGreaterThanOrEqual(64_000);
    expect(roughBytes({ bytes: new Uint8Array(5_000) })).toBeGreaterThanOrEqual(5_000);
  });

  it('counts what a list of a class keeps to itself, and leaves an iterator alone', () => {
    const entry = { reasoning: '', code: 'c'.repeat(10_000), output: '', executionTimeMs: 0 };
    expect(roughBytes({ steps: new REPLHistory([entry, entry]) })).toBeGreaterThanOrEqual(40_000);
    const iterator = ['once'].values();
    roughBytes(iterator);
    expect(iterator.next().value).toBe('once');
  });

  it('stops beyond the limit that it is given', () => {
    const many = Array.from({ length: 1_000 }, () => 'a'.repeat(1_000));
    expect(roughBytes(many, 10_000)).toBeLessThan(20_000);
  });

  it('never throws, whatever the data is', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(roughBytes(circle)).toBeGreaterThan(0);
    const hostile = {
      get field(): string {
        throw new Error('no');
      },
    };
    expect(roughBytes([hostile, 'abc'])).toBeGreaterThanOrEqual(6);
    const proxy = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no');
        },
      },
    );
    expect(roughBytes(proxy)).toBeGreaterThan(0);
    expect(roughBytes(undefined)).toBe(0);
    let deep: unknown = 'a';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(roughBytes(deep)).toBeGreaterThan(0);
  });
});
