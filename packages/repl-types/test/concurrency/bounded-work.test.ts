import { describe, expect, it } from 'vitest';

import {
  createBoundedWork,
  stepsOfText,
  TooMuchWorkError,
} from '../../src/concurrency/bounded-work.js';

const many = Array.from({ length: 100_000 }, (_, index) => index);

/** How often other work of the thread came between the pieces of some work. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe('createBoundedWork', () => {
  it('ends a loop when its steps are used up, whatever they were spent on', () => {
    const work = createBoundedWork({ maxSteps: 10 });
    work.spend(4);
    const seen: number[] = [];
    expect(() => {
      for (const item of work.each(many)) seen.push(item);
    }).toThrow(TooMuchWorkError);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    expect(() => {
      work.spend(1);
    }).toThrow(TooMuchWorkError);
  });

  it('counts an item as many steps as it is said to cost', () => {
    const work = createBoundedWork({ maxSteps: 100 });
    const texts = ['a'.repeat(50 * 60), 'b'.repeat(50 * 60)];
    expect(() => [...work.each(texts, ({ length }) => stepsOfText(length))]).toThrow(
      TooMuchWorkError,
    );
  });

  it('lets go of the thread between items, and gives all of them', async () => {
    const work = createBoundedWork();
    const seen: number[] = [];
    const turns = await turnsDuring(async () => {
      for await (const item of work.eachInTurns(many)) seen.push(item);
    });
    expect(seen).toEqual(many);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('asks for a turn only after much work, and then again only after as much', () => {
    const work = createBoundedWork();
    work.spend(29_999);
    expect(work.turn()).toBe(undefined);
    work.spend(1);
    expect(work.turn()).toBeInstanceOf(Promise);
    expect(work.turn()).toBe(undefined);
  });
});
