import { expectGolden } from '@rlm/config/golden';
import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { beforeEach, describe, expect, it } from 'vitest';

import * as task from '../../../penguin-engine/test/golden/play.js';
import * as taskRuns from '../../../penguin-engine/test/golden/runs.js';
import { runMany } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { endOf, type GoldenRun, play, playOnce } from './play.js';
import { goldenRuns, work } from './runs.js';
import { stores } from './stores.js';

const folder = import.meta.dirname;

describe('golden runs of the RLM loop', () => {
  it.each([...goldenRuns, work])('$name', async (golden) => {
    await expectGolden(folder, golden.name, await play(golden));
  });

  it('are aborted at each event', async () => {
    const { events } = await play(work);
    // In the order in which a run has them that waits for its session.
    const all = ['run-start', 'session-open', ...events.map(({ type }) => type)] as const;
    const types = [...new Set(all)].filter((type) => type !== 'run-end');
    const ends: string[] = [];
    for (const type of types) {
      // A limit on the time of a step makes the run wait for its session, so that this event has its place.
      const options = (): ReturnType<NonNullable<GoldenRun['options']>> => ({
        ...work.options?.(),
        ...(type === 'session-open' && { stepTimeoutMs: 60_000 }),
      });
      const abortAt: GoldenRun['abortAt'] = (event) => event.type === type;
      const { first } = await play({ ...work, options, abortAt });
      // Output and the call behind it come together or apart: that call then fails, or does not begin.
      const told = type === 'output-delta' ? first.replace('"failed":0', '"failed":1') : first;
      ends.push(`== at ${type} ==\n${told}`);
    }
    const text = ends.join('\n');
    await expectGolden(folder, 'aborted', { first: text, now: text });
  });
});

it('a golden job of runMany is killed, goes on, and asks each question once', async () => {
  const store = memoryStore();
  const asked: string[] = [];
  const ends: string[] = [];
  const ask = async (queries: readonly string[]): Promise<void> => {
    const questions = queries.map((query) => ({ id: query, query: `What is ${query}?` }));
    const model: ModelFunction = ({ messages }) => {
      asked.push(/What is (\w+)/.exec(messages[1]?.content ?? '')?.[1] ?? '');
      return { text: cell('FINAL(context)'), usage: { inputTokens: 100, outputTokens: 10 } };
    };
    const options = { context: 'it', sandbox: quickjs(), clock: manualClock(), store };
    const job = runMany(questions, { model, ...options, concurrency: 2 });
    for (const { id, result } of await job.result) {
      ends.push(`== ${id} ==\n${result === null ? '' : endOf(result)}`);
    }
  };
  const ids = ['one', 'two', 'three'];
  await ask(ids.slice(0, 2));
  await ask(ids);
  // Two are asked at the same time, in either order.
  asked.sort((one, other) => ids.indexOf(one) - ids.indexOf(other));
  const all = [`asked: ${asked.join(', ')}`, ...ends].join('\n');
  await expectGolden(folder, 'run-many', { first: all, now: all });
});

describe.each(stores)('a golden run in the store $name', ({ lacks, open }) => {
  beforeEach(({ skip }) => {
    skip(lacks !== undefined, lacks);
  });

  it('is aborted at each of its steps, resumed, and ends as it would have ended', async () => {
    const { first: whole } = await play(work);
    for (const step of [1, 2, 3]) {
      for (const type of ['step-start', 'model-end', 'code-end', 'step-end'] as const) {
        const golden: GoldenRun = {
          ...work,
          abortAt: (event) => event.depth === 0 && event.type === type && event.step === step,
        };
        await using kept = await open();
        await playOnce(golden, await kept.store.create({ runId: 'golden' }), work);
        const { result } = await playOnce(work, await kept.store.open('golden'), work);
        expect(endOf(result), `${type} of step ${step}`).toBe(whole);
      }
    }
  });

  it('of a task is aborted at each of its steps, resumed, and ends as it would have ended', async () => {
    const { first: whole, events } = await task.play(taskRuns.work);
    const replies = taskRuns.work.replies.map(task.withUsage);
    for (const abortAt of new Set(events.map(({ type }) => type))) {
      await using kept = await open();
      const journal = await kept.store.create({ runId: 'golden' });
      const { requests, result: half } = await task.playOnce(
        { ...taskRuns.work, abortAt },
        journal,
      );
      const asked = half.finishReason === 'aborted' ? half.usage.total.calls : requests.length;
      const model = scriptedModel(replies.slice(asked));
      const { result } = await task.playOnce(taskRuns.work, await kept.store.open('golden'), model);
      expect(task.endOf(result), abortAt).toBe(whole);
    }
  });
});
