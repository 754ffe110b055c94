import { memoryStore, type RunStore } from '@rlm/journal';
import type { RunJournal } from '@rlm/kernel';
import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { createBudget, runRlm, runMany, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** A model that reports what of its input came from a cache: nothing at first, then most of it. */
function cachingModel(replies: readonly string[]) {
  const asked = { calls: 0 };
  const model: ModelFunction = ({ purpose }) => {
    if (purpose === 'sub') {
      return { text: 'sub', usage: { inputTokens: 50, cachedInputTokens: 5, outputTokens: 2 } };
    }
    const text = replies[asked.calls] ?? cell('FINAL("end")');
    asked.calls += 1;
    const inputTokens = asked.calls * 1_000;
    const cachedInputTokens = inputTokens - 1_000;
    return { text, usage: { inputTokens, cachedInputTokens, outputTokens: 10 } };
  };
  return { model, asked };
}

const replies = [
  cell('print(await llm_query("a"))'),
  cell('print(await rlm_query("b"))'),
  cell('FINAL("from the child")'),
  cell('FINAL("done")'),
];
const prices = { inputPerMillion: 4, cachedInputPerMillion: 1, outputPerMillion: 10 };
const optionsOf = (model: ModelFunction, more: Partial<RunRlmOptions> = {}): RunRlmOptions => ({
  model,
  sandbox: quickjs(),
  query: 'q',
  prices,
  ...more,
});

/** Calls 1, 2 and 4 of the model and the sub-query. */
const own = { inputTokens: 7_050, cachedInputTokens: 4_005, outputTokens: 32 };
/** Call 3. */
const children = { inputTokens: 3_000, cachedInputTokens: 2_000, outputTokens: 10 };
const total = { inputTokens: 10_050, cachedInputTokens: 6_005, outputTokens: 42 };
const costUsd = ((10_050 - 6_005) * 4 + 6_005 * 1 + 42 * 10) / 1e6;

describe('input from the cache of a provider', () => {
  it('is in the sum of a run, of its children and of its budget, at its own price', async () => {
    const budget = createBudget({ maxCostUsd: 1 });
    const { usage, answer } = await runRlm(optionsOf(cachingModel(replies).model, { budget }))
      .result;
    expect(answer).toBe('done');
    expect(usage).toMatchObject({ own, children, total: { ...total, costUsd } });
    expect(budget.spent).toMatchObject({ ...total, costUsd });
  });

  it('is not named if there was none', async () => {
    const { usage } = await runRlm(
      optionsOf(() => ({
        text: cell('FINAL(1)'),
        usage: { inputTokens: 9, cachedInputTokens: 0, outputTokens: 1 },
      })),
    ).result;
    expect(usage.total).toMatchObject({ inputTokens: 9, outputTokens: 1 });
    expect(usage.total).not.toHaveProperty('cachedInputTokens');
  });

  it('is summed for many questions', async () => {
    const budget = createBudget();
    const model: ModelFunction = () => ({
      text: cell('FINAL("x")'),
      usage: { inputTokens: 100, cachedInputTokens: 60, outputTokens: 1 },
    });
    const results = await runMany(['one', 'two'], { model, sandbox: quickjs(), budget, prices })
      .result;
    for (const { result } of results) {
      expect(result?.usage.total).toMatchObject({ inputTokens: 100, cachedInputTokens: 60 });
    }
    expect(budget.spent).toMatchObject({ inputTokens: 200, cachedInputTokens: 120 });
  });
});

describe('a run that is resumed', () => {
  /** Runs until its second step has ended, in a journal. */
  async function cutShort(store: RunStore, model: ModelFunction, more: Partial<RunRlmOptions>) {
    const journal = await store.create({ runId: 'work' });
    const run = runRlm(optionsOf(model, { ...more, journal }));
    for await (const event of run) {
      if (event.type === 'step-end' && event.depth === 0 && event.step === 2) run.abort('enough');
    }
    return (await run.result).usage.total;
  }

  it('has the same sum from its journal, and a shared budget counts it once', async () => {
    const store = memoryStore();
    const budget = createBudget({ maxCostUsd: 1 });
    const { model, asked } = cachingModel(replies);
    const before = await cutShort(store, model, { budget });
    expect(asked.calls).toBe(3);
    expect(before).toMatchObject({ inputTokens: 6_050, cachedInputTokens: 3_005 });
    const journal = await store.open('work');
    const { usage } = await runRlm(optionsOf(model, { budget, journal })).result;
    expect(asked.calls).toBe(4);
    expect(usage).toMatchObject({ own, children, total: { ...total, costUsd } });
    expect(budget.spent).toMatchObject({ ...total, costUsd });
    const again = await store.open('work', { readOnly: true });
    const replay = await runRlm(optionsOf(model, { journal: again })).result;
    expect(replay.usage).toEqual(usage);
    expect(asked.calls).toBe(4);
  });

  it('goes on from a journal that was written before this was counted', async () => {
    const store = memoryStore();
    const { model } = cachingModel(replies);
    await cutShort(store, model, {});
    const journal = withoutCached(await store.open('work'));
    const { answer, usage } = await runRlm(optionsOf(model, { journal })).result;
    expect(answer).toBe('done');
    // Only the last call is new.
    expect(usage.total).toMatchObject({ ...total, cachedInputTokens: 3_000, costUsd });
  });
});

/** The journal as an older version wrote it: costs have no cached tokens. */
function withoutCached(journal: RunJournal): RunJournal {
  return withField(journal, 'stream', (path: string) => {
    const stream = journal.stream(path);
    const recorded: unknown = JSON.parse(JSON.stringify(stream.recorded), (key, field: unknown) =>
      key === 'cost' && typeof field === 'object'
        ? { ...field, cachedInputTokens: undefined }
        : field,
    );
    return withField(stream, 'recorded', recorded);
  });
}

/** An object with another value of one field. */
function withField<T extends object>(object: T, name: keyof T, value: unknown): T {
  return new Proxy(object, {
    get(target, key) {
      if (key === name) return value;
      const own: unknown = Reflect.get(target, key, target);
      return typeof own === 'function' ? (own.bind(target) as unknown) : own;
    },
  });
}
