import { memoryStore } from '@rlm/journal';
import { scriptedModel } from '@rlm/kernel/testing';
import { runRlm } from '@rlm/runner';
import { expect, it } from 'vitest';

import { countedJournal } from '../../src/serve/runs/counted-journal.js';

it('a run whose journal is counted says how often it was resumed', async () => {
  const store = memoryStore();
  const options = { query: 'q', context: 'c', wrapUp: false, maxSteps: 2 };
  const first = runRlm({
    ...options,
    model: scriptedModel(['```js\nprint(1)\n```', { hang: true }]),
    journal: await store.create({ runId: 'r' }),
  });
  for await (const event of first) if (event.type === 'step-end') first.abort();
  await first.result;
  let bytes = 0;
  const journal = countedJournal(await store.open('r'), (more) => (bytes += more));
  const model = scriptedModel(['```js\nFINAL(2)\n```']);
  const result = await runRlm({ ...options, model, journal }).result;
  expect(result).toMatchObject({ value: 2, resumed: 1 });
  expect(bytes).toBeGreaterThan(0);
});
