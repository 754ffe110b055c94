import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import {
  createBudget,
  runMany,
  type BudgetOptions,
  type QuestionResult,
  type RunManyOptions,
} from '../../src/index.js';
import { cell } from '../support/cell.js';
import { watchedBackend } from '../support/watched-backend.js';

const usage = { inputTokens: 1_000, outputTokens: 1_000 };
const prices = { inputPerMillion: 1, outputPerMillion: 1 };
const questions = Array.from({ length: 4 }, (_, index) => ({
  id: `q${index}`,
  query: `ask-${index}`,
}));

/** Answers at its second call; each call uses 2,000 tokens. */
function twoSteps() {
  const asked: string[] = [];
  const model: ModelFunction = ({ messages }) => {
    const text = messages.map(({ content }) => content).join('\n');
    const query = /ask-\d/.exec(text)?.[0] ?? '';
    asked.push(query);
    const isSecond = messages.some(({ role }) => role === 'assistant');
    return { text: cell(isSecond ? `FINAL("${query}")` : '1'), usage };
  };
  return { model, asked };
}

const ends = (results: readonly QuestionResult[]) =>
  results.map(({ result, error }) => result?.finishReason ?? error?.code);

describe('runMany after its budget was raised', () => {
  async function jobs(
    first: BudgetOptions,
    second: BudgetOptions,
    more: Partial<RunManyOptions> = {},
    isKept = true,
  ) {
    const store = memoryStore();
    const job = async (options: BudgetOptions) => {
      const { model, asked } = twoSteps();
      const budget = createBudget({ ...options, ...(isKept && { id: 'job', store }) });
      const results = await runMany(questions, {
        model,
        sandbox: watchedBackend(),
        prices,
        store,
        budget,
        concurrency: 1,
        wrapUp: false,
        ...more,
      }).result;
      await budget.refresh();
      return { results, asked, budget };
    };
    return [await job(first), await job(second)] as const;
  }

  it.each<[string, BudgetOptions, BudgetOptions, (Partial<RunManyOptions> | undefined)?, boolean?]>(
    [
      ['tokens', { maxTokens: 10_300 }, { maxTokens: 200_000 }],
      ['cost', { maxCostUsd: 0.0103 }, { maxCostUsd: 5 }],
      ['calls', { maxCalls: 3 }, { maxCalls: 100 }],
      [
        'calls of runs that end with a best answer',
        { maxCalls: 4 },
        { maxCalls: 100 },
        { wrapUp: true },
      ],
      ['calls of runs at once', { maxCalls: 7 }, { maxCalls: 100 }, { concurrency: 4 }],
      ['calls of a budget without a store', { maxCalls: 3 }, { maxCalls: 100 }, {}, false],
      ['cost of a budget without a store', { maxCostUsd: 0.0103 }, { maxCostUsd: 5 }, {}, false],
      ['cost, which is limited no more', { maxCostUsd: 0.0103 }, {}],
    ],
  )('asks again what ended at it: %s', async (_, small, large, more, isKept) => {
    const [first, second] = await jobs(small, large, more, isKept);
    const answered = first.results.filter(({ result }) => result?.finishReason === 'final');
    const cut = first.results.filter(({ result }) =>
      (result?.finishReason ?? '').startsWith('max_'),
    );
    expect(answered.length).toBeGreaterThan(0);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut[0]?.result?.stop?.budget).toBeDefined();
    expect(second.results.map(({ result }) => result?.answer)).toEqual(
      questions.map(({ query }) => query),
    );
    for (const { query } of answered) expect(second.asked).not.toContain(query);
    // What the first job spent counts.
    expect(second.budget.spent.calls).toBe(first.asked.length + second.asked.length);
  });

  it('keeps an end at the same limit, and one at the limit of the question itself', async () => {
    const small = { maxTokens: 10_300 };
    const [first, again] = await jobs(small, small);
    expect(ends(again.results)).toEqual(ends(first.results));
    expect(again.asked).toEqual([]);
    const own = { limits: { maxCalls: 1 } };
    const [one, two] = await jobs({ maxCalls: 100 }, { maxCalls: 200 }, own);
    expect(ends(one.results)).toEqual(questions.map(() => 'max_calls'));
    expect(ends(two.results)).toEqual(questions.map(() => 'max_calls'));
    expect(two.asked).toEqual([]);
  });

  it('speaks of the limit of the day', async () => {
    const [first, second] = await jobs({ maxTokens: 10_300 }, { maxTokens: 10_400 });
    const words = (results: readonly QuestionResult[]) =>
      results.map(({ result, error }) => error?.message ?? result?.stop?.message).join('\n');
    expect(words(first.results)).toMatch(/\(10300\)/);
    expect(ends(second.results)).toEqual(ends(first.results));
    expect(words(second.results)).not.toMatch(/\(10300\)/);
  });
  it('gives the error of a store that cannot remove the run', async () => {
    const store = memoryStore();
    const job = async (maxCalls: number, mine: RunManyOptions['store']) =>
      runMany(questions.slice(0, 2), {
        model: twoSteps().model,
        sandbox: watchedBackend(),
        store: mine,
        budget: createBudget({ maxCalls, id: 'job', store }),
        concurrency: 1,
        wrapUp: false,
      }).result;
    await job(3, store);
    const open = (id: string) => store.open(id);
    const create = (options: { readonly runId: string }) => store.create(options);
    const [, kept] = await job(100, { create, open });
    expect(kept?.result?.finishReason).toBe('max_calls');
    const remove = () => Promise.reject(new Error('read only'));
    const [, failed] = await job(100, { create, open, remove });
    expect(failed).toMatchObject({ result: null, error: { message: 'read only' } });
  });
});
