import { createEventHub } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runResponse, type EngineEvent } from '../../src/index.js';

describe('createEventHub', () => {
  it('gets every event of the runs it is given to, and harms none of them', async () => {
    const hub = createEventHub<EngineEvent>();
    const seen: string[] = [];
    hub.subscribe(() => {
      throw new Error('a bad handler');
    });
    hub.subscribe(({ runId, type }) => seen.push(`${runId} ${type}`));
    const start = (runId: string): Promise<unknown> =>
      runResponse({ model: scriptedModel(['A plain answer.']), prompt: 'Go', events: hub, runId })
        .result;
    await Promise.all([start('one'), start('two')]);
    await new Promise((resolve) => setImmediate(resolve));
    for (const id of ['one', 'two']) {
      const own = seen.filter((line) => line.startsWith(id));
      expect(own[0]).toBe(`${id} run-start`);
      expect(own.at(-1)).toBe(`${id} run-end`);
    }
  });
});
