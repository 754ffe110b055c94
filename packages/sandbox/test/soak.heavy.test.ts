import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { quickjs } from '../src/quickjs/index.js';

function threads(): number {
  try {
    return Number(/Threads:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

describe('many sessions', () => {
  it('leave no thread behind after fifty, eight at once', async () => {
    const backend = quickjs();
    const use = async (): Promise<void> => {
      const session = await backend.open();
      expect((await session.execute('print(1)')).stdout).toBe('1\n');
      await session.close();
    };
    await use();
    const before = threads();
    for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 8 }, use));
    expect(threads()).toBeLessThanOrEqual(before + 1);
  });
});
