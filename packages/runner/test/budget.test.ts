import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { createBudget, createRlm, runRlm, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const usage = { inputTokens: 30, outputTokens: 12 };
const prices = { inputPerMillion: 1.25, outputPerMillion: 10 };
const asking = { text: cell('FINAL(await llm_query("Why?"))'), usage };
const sub: ModelFunction = () => ({ text: 'so', usage });
const options = (more: Partial<RunRlmOptions>): RunRlmOptions => ({
  model: () => asking,
  subModel: sub,
  sandbox: quickjs(),
  query: 'q',
  prices,
  ...more,
});

describe('the option budget', () => {
  it('bounds runs at once, and sessions, together', async () => {
    const budget = createBudget({ maxCostUsd: 0.1 });
    const runs = await Promise.all([1, 2, 3, 4].map(() => runRlm(options({ budget })).result));
    expect(runs.map(({ answer }) => answer)).toEqual(['so', 'so', 'so', 'so']);
    const { query: _query, ...session } = options({ budget });
    const rlm = createRlm(session);
    expect((await rlm.run('q').result).answer).toBe('so');
    await rlm.close();
    expect(budget.spent).toMatchObject({ calls: 10, outputTokens: 120 });
  });

  it('ends a run that it has no room for: by the name of the limit', async () => {
    const budget = createBudget({ maxCalls: 3 });
    expect((await runRlm(options({ budget })).result).finishReason).toBe('final');
    const second = await runRlm(options({ budget, wrapUp: false })).result;
    expect(second.finishReason).not.toBe('error');
    expect(budget.spent.calls).toBe(3);
  });

  it('needs prices if it limits cost', () => {
    const budget = createBudget({ maxCostUsd: 1 });
    const { prices: _prices, ...without } = options({ budget });
    expect(() => runRlm(without)).toThrow(/prices/);
  });

  it('counts what a resumed run had spent before, and counts it once', async () => {
    const store = memoryStore();
    const budget = createBudget({ maxCostUsd: 1 });
    const controller = new AbortController();
    const model = scriptedModel([
      { text: cell('x = await llm_query("Why?")'), usage },
      () => {
        controller.abort('for now');
        return { text: '', usage };
      },
    ]);
    const journal = await store.create({ runId: 'a' });
    const { signal: abortSignal } = controller;
    const first = await runRlm(options({ model, budget, journal, abortSignal })).result;
    expect(first.finishReason).toBe('aborted');
    const before = budget.spent;
    expect(before.calls).toBeGreaterThanOrEqual(2);

    const again = await runRlm(
      options({
        model: () => ({ text: cell('FINAL(x)'), usage }),
        budget,
        journal: await store.open('a'),
      }),
    ).result;
    expect(again).toMatchObject({ finishReason: 'final', answer: 'so' });
    expect(budget.spent.calls).toBe(before.calls + 1);
    expect(budget.spent.outputTokens).toBe(before.outputTokens + usage.outputTokens);

    // Another process counts all that the journal has.
    const elsewhere = createBudget({ maxCostUsd: 1 });
    const replayed = await runRlm(options({ budget: elsewhere, journal: await store.open('a') }))
      .result;
    expect(elsewhere.spent).toEqual(replayed.usage.total);
  });
});
