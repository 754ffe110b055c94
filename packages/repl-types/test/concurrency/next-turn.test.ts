import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('nextTurn', () => {
  it.each([
    ['with setImmediate', globalThis.setImmediate],
    ['without it, as in a browser', undefined],
  ])('lets everything run that is ready to, %s', async (_, setImmediate) => {
    vi.stubGlobal('setImmediate', setImmediate);
    vi.resetModules();
    const { nextTurn } = await import('../../src/concurrency/next-turn.js');
    let ticks = 0;
    const run = async (): Promise<void> => {
      for (; ticks < 100; ticks += 1) await Promise.resolve();
    };
    void run();
    await nextTurn();
    expect(ticks).toBe(100);
  });
});
