import { describe, expect, it } from 'vitest';

import { workOn } from '../../src/bullmq/queue/run-work.js';
import { memoryStore, type RunStore } from '../../src/index.js';

describe('the work on a run', () => {
  it('rejects with what its program threw, also if its journal cannot be closed', async () => {
    const store = memoryStore();
    await (await store.create({ runId: 'run' })).close();
    let closes = 0;
    const unclosable: RunStore = {
      ...store,
      async open(...args) {
        const journal = await store.open(...args);
        return Object.assign(Object.create(journal) as typeof journal, {
          async close() {
            closes += 1;
            await journal.close();
            throw new Error('Redis is away');
          },
        });
      },
    };
    const start = (): never => {
      throw new Error('it is broken');
    };
    await expect(workOn(unclosable, start, 'run', true)).rejects.toThrow('it is broken');
    expect(closes).toBe(1);
  });
});
