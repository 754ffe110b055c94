import { invalidOption } from '@rlm/config/options-suite';
import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import {
  createBudget,
  runMany,
  type Question,
  type QuestionResult,
  type RunManyOptions,
} from '../../src/index.js';
import { cell } from '../support/cell.js';
import { watchedBackend } from '../support/watched-backend.js';

const usage = { inputTokens: 30, outputTokens: 12 };

/** Answers a question with the question; `hold` makes some wait. */
function echo(hold: (query: string) => Promise<void> = () => Promise.resolve()) {
  const seen = { calls: 0, underWay: 0, most: 0, asked: [] as string[] };
  const model: ModelFunction = async ({ messages }) => {
    const text = messages.map(({ content }) => content).join('\n');
    const query = /ask-\w+/.exec(text)?.[0] ?? '';
    seen.calls += 1;
    seen.asked.push(query);
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    await hold(query);
    seen.underWay -= 1;
    return { text: cell(`FINAL("${query}")`), usage };
  };
  return { model, seen };
}

const options = (more: Partial<RunManyOptions>): RunManyOptions => ({
  model: echo().model,
  sandbox: watchedBackend(),
  ...more,
});
const answers = (results: readonly QuestionResult[]) => results.map(({ result }) => result?.answer);
const texts = (count: number) => Array.from({ length: count }, (_, index) => `ask-${index}`);

describe('runMany', () => {
  it('answers all questions, as many at once as it may, and lists them in their order', async () => {
    let begun = 0;
    let release = (): void => undefined;
    const crowd = new Promise<void>((resolve) => (release = resolve));
    const { model, seen } = echo(() => {
      if ((begun += 1) === 3) release();
      return crowd;
    });
    const job = runMany(texts(9), options({ model, concurrency: 3 }));
    const results = await job.result;
    expect(answers(results)).toEqual(texts(9));
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(results.every(({ error }) => error === null)).toBe(true);
    expect(seen.most).toBe(3);
  });

  it('gives results in the order in which they end, to each reader', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const { model } = echo((query) => (query === 'ask-0' ? slow : Promise.resolve()));
    const job = runMany(texts(3), options({ model, concurrency: 2 }));
    const ended: string[] = [];
    for await (const { query } of job) {
      ended.push(query);
      if (ended.length === 2) release();
    }
    expect(ended).toEqual(['ask-1', 'ask-2', 'ask-0']);
    expect(answers(await job.result)).toEqual(texts(3));
    const late: string[] = [];
    for await (const { query } of job) late.push(query);
    expect(late).toEqual(ended);
  });

  it('reads an endless source no further than it has runs free, and closes it when its reader leaves', async () => {
    let read = 0;
    let isClosed = false;
    async function* endless(): AsyncGenerator<Question> {
      try {
        for (;;) {
          await Promise.resolve();
          yield { id: `run-${read}`, query: `ask-${(read += 1)}` };
        }
      } finally {
        isClosed = true;
      }
    }
    const job = runMany(endless(), options({ concurrency: 2 }));
    let count = 0;
    for await (const { id, result } of job) {
      expect(result?.runId).toBe(id);
      if ((count += 1) === 4) break;
    }
    const results = await job.result;
    expect(results.length).toBeGreaterThanOrEqual(4);
    expect(read).toBeLessThanOrEqual(results.length + 2);
    expect(isClosed).toBe(true);
  });

  it('gives a question its own context', async () => {
    const model: ModelFunction = () => ({ text: cell('FINAL(context)'), usage });
    const questions = [{ query: 'q', context: 'mine' }, { query: 'p' }];
    const results = await runMany(questions, options({ model, context: 'ours' })).result;
    expect(answers(results)).toEqual(['mine', 'ours']);
  });

  it('ends with its signal: runs under way are aborted, others not begun', async () => {
    const controller = new AbortController();
    const { model, seen } = echo(() => {
      controller.abort('enough');
      return new Promise(() => undefined);
    });
    const more = { model, concurrency: 1, abortSignal: controller.signal };
    const results = await runMany(texts(5), options(more)).result;
    expect(results.map(({ result }) => result?.finishReason)).toEqual(['aborted']);
    expect(seen.calls).toBe(1);
  });

  it('shares a budget: what it has no room for is not begun, and says so', async () => {
    const budget = createBudget({ maxCalls: 3 });
    const { model, seen } = echo();
    const results = await runMany(texts(6), options({ model, budget, concurrency: 1 })).result;
    expect(answers(results)).toEqual(['ask-0', 'ask-1', 'ask-2', undefined, undefined, undefined]);
    expect(results[5]).toMatchObject({
      result: null,
      error: { code: 'budget_exceeded', limit: 'max_calls' },
    });
    expect([seen.calls, budget.spent.calls]).toEqual([3, 3]);
  });

  it('goes on where a job was that ended in the middle: what was answered is not asked again', async () => {
    const store = memoryStore();
    const questions = texts(8).map((query, index) => ({ id: `q${index}`, query }));
    const controller = new AbortController();
    const first = echo((query) => {
      if (query !== 'ask-4') return Promise.resolve();
      controller.abort('killed');
      return new Promise(() => undefined);
    });
    const part = { store, concurrency: 2 };
    await runMany(
      questions,
      options({ ...part, model: first.model, abortSignal: controller.signal }),
    ).result;
    const before = new Set(first.seen.asked);
    expect(before.size).toBeLessThan(8);

    const second = echo();
    const budget = createBudget();
    const results = await runMany(questions, options({ ...part, model: second.model, budget }))
      .result;
    expect(answers(results)).toEqual(texts(8));
    expect(results.map(({ result }) => result?.runId)).toEqual(questions.map(({ id }) => id));
    expect(second.seen.asked).not.toContain('ask-0');
    expect(second.seen.asked).toContain('ask-4');
    // What the first job spent is counted from the journals.
    expect(budget.spent.calls).toBeGreaterThanOrEqual(8);
  });

  it('makes ids of texts that are the same for the next job, and differ for equal texts', async () => {
    const store = memoryStore();
    const first = await runMany(['ask-a', 'ask-b', 'ask-a'], options({ store })).result;
    const ids = first.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe(`${ids[0] ?? ''}-2`);
    const { model, seen } = echo();
    const again = await runMany(['ask-a', 'ask-b', 'ask-a'], options({ store, model })).result;
    expect(again.map(({ id }) => id)).toEqual(ids);
    expect(answers(again)).toEqual(['ask-a', 'ask-b', 'ask-a']);
    expect(seen.calls).toBe(0);
  });

  it('says of one question that its run could not be opened, and answers the others', async () => {
    const store = memoryStore();
    const locked = await store.create({ runId: 'busy' });
    const questions = [
      { id: 'busy', query: 'ask-a' },
      { id: 'free', query: 'ask-b' },
    ];
    const results = await runMany(questions, options({ store })).result;
    await locked.close();
    expect(results[0]).toMatchObject({ result: null, error: { code: 'journal_locked' } });
    expect(results[1]?.result?.answer).toBe('ask-b');
  });

  it.each<[questions: unknown, option: string, fact: string]>([
    [['ask-a', ''], 'questions[1]', 'got ""'],
    [[{ query: 5 }], 'questions[0].query', 'got 5'],
    [[7], 'questions[0]', 'got 7'],
    [[{ id: '', query: 'q' }], 'questions[0].id', 'got ""'],
    [
      [
        { id: 'a', query: 'ask-a' },
        { id: 'a', query: 'ask-b' },
      ],
      'questions[1].id',
      'got "a", the id of questions[0]',
    ],
  ])('ends by a question that is none: %j', async (questions, option, fact) => {
    const refused = invalidOption(option, fact);
    const job = runMany(questions as never, options({}));
    await expect(job.result).rejects.toThrow(refused);
    await expect(job[Symbol.asyncIterator]().next()).rejects.toThrow(refused);
  });

  it('ends by its signal though the source, or the store, never answers', async () => {
    const silence = new Promise<never>(() => undefined);
    const silent = {
      [Symbol.asyncIterator]: () => ({ next: () => silence, return: () => silence }),
    };
    const first = runMany(silent, options({}));
    first.abort('enough');
    expect(await first.result).toEqual([]);
    const controller = new AbortController();
    const create = (): Promise<never> => {
      controller.abort(new Error('enough'));
      return silence;
    };
    const store = { create, open: () => silence };
    const second = runMany(['ask-a'], options({ store, abortSignal: controller.signal }));
    expect(await second.result).toMatchObject([{ result: null, error: { message: 'enough' } }]);
  });

  it('gives what was answered when the budget in its store is used up, and begins nothing else', async () => {
    const store = memoryStore();
    const job = (maxCalls: number, model: ModelFunction) => {
      const budget = createBudget({ maxCalls, id: 'job', store });
      return runMany(texts(3), options({ model, store, budget, concurrency: 1 })).result;
    };
    const first = echo();
    const some = await job(2, first.model);
    expect(answers(some)).toEqual(['ask-0', 'ask-1', undefined]);
    const second = echo();
    const again = await job(2, second.model);
    expect(answers(again)).toEqual(['ask-0', 'ask-1', undefined]);
    expect(again[2]?.error).toMatchObject({ code: 'budget_exceeded', limit: 'max_calls' });
    expect(second.seen.calls).toBe(0);
    const third = echo();
    expect(answers(await job(3, third.model))).toEqual(texts(3));
    expect(third.seen.asked).toEqual(['ask-2']);
    const budget = createBudget({ id: 'job', store });
    await budget.refresh();
    expect(budget.spent.calls).toBe(3);
  });

  it('rejects if the source of the questions fails', async () => {
    const fault = new Error('the file is gone');
    async function* broken(): AsyncGenerator<Question> {
      await Promise.resolve();
      yield 'ask-a';
      throw fault;
    }
    await expect(runMany(broken(), options({ concurrency: 1 })).result).rejects.toBe(fault);
  });

  it.each<[object, unknown]>([
    [{ concurrency: 0 }, []],
    [{ store: {} }, []],
    [{ maxSteps: -1 }, []],
    [{ journal: 1 }, []],
    [{}, 'one text'],
    [{}, 5],
  ])('refuses %j for %j at the call', (more, questions) => {
    expect(() => runMany(questions as never, options(more))).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});
