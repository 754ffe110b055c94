import { memoryStore } from '@rlm/journal';
import { scripted } from '@rlm/sandbox/scripted';
import { expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';

/** How many decisions of policies the journal of a run of one step has. */
async function decisions(options: Partial<RunRlmOptions>): Promise<number> {
  const store = memoryStore();
  const { answer } = await runRlm({
    model: () => 'FINAL(42)',
    sandbox: scripted([]),
    query: 'What is 6 * 7?',
    journal: await store.create({ runId: 'kept' }),
    ...options,
  }).result;
  expect(answer).toBe('42');
  let count = 0;
  for await (const line of store.read('kept')) {
    if ((line as { readonly kind?: string }).kind === 'policies') count += 1;
  }
  return count;
}

// Journals of earlier versions have these lines, and replay them.
it('a built-in policy by name is asked before the step, about its answer and after it', async () => {
  const without = await decisions({});
  expect(await decisions({ policies: ['max_steps'] })).toBe(without + 2);
  expect(await decisions({ policies: ['coverage'] })).toBe(without + 2);
});
