import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import {
  createRlm,
  runRlm,
  type RlmEvent,
  type RunRlmOptions,
  type CompactionOptions,
} from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

async function run(
  compaction: CompactionOptions | false,
  options: Partial<RunRlmOptions> = {},
  summary = 'told in short',
) {
  const turns = Array.from({ length: 10 }, (_, index) =>
    cell(`print("finding ${String(index)} ${'x'.repeat(400)}")`),
  );
  const model = scriptedModel(
    [
      ({ purpose }) =>
        purpose === 'summary'
          ? summary
          : (turns.shift() ?? cell('FINAL(history.length + ":" + history[0].turn)')),
    ],
    { after: 'repeat' },
  );
  const events: RlmEvent[] = [];
  const ran = runRlm({
    model,
    sandbox: watchedBackend(),
    query: 'the question',
    compaction,
    maxSteps: 12,
    ...options,
  });
  for await (const event of ran) events.push(event);
  const requests = model.calls.filter(({ purpose }) => purpose === 'root');
  const sizes = requests.map(({ messages }) =>
    messages.reduce((sum, { content }) => sum + content.length, 0),
  );
  return { result: await ran.result, events, sizes, last: requests.at(-1)?.messages ?? [], model };
}

describe('compaction', () => {
  it('keeps the transcript short, the question and the latest turns whole, the rest in `history`', async () => {
    const { result, events, sizes, last } = await run({ maxChars: 5_000, keepTurns: 2 });
    const [, opening = 0] = [0, sizes[0]];
    expect(Math.max(...sizes)).toBeLessThan(opening + 5_000);
    expect(last[1]?.content).toContain('the question');
    expect(last.map(({ content }) => content).join('\n')).toContain('are summed up here');
    expect(last.at(-1)?.content).toContain('finding 9');
    expect(result.answer).toMatch(/^\d+:1$/);
    expect(result.steps.length).toBe(11);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', code: 'history_compacted' }),
    );
  });

  it('asks the model for the summary where it is told to, as a call of its own purpose', async () => {
    const { last, model } = await run({ maxChars: 5_000, keepTurns: 2, policy: 'llm' });
    expect(last.map(({ content }) => content).join('\n')).toContain('told in short');
    expect(model.calls.some(({ purpose }) => purpose === 'summary')).toBe(true);
  });

  it('tells of the calls for a summary, and counts them, as of any other', async () => {
    const policy = { maxChars: 5_000, keepTurns: 2, policy: 'llm' } as const;
    const { result, events, model } = await run(policy);
    const asked = model.calls.filter(({ purpose }) => purpose === 'summary').length;
    const of = (type: 'model-start' | 'model-end') =>
      events.filter((event) => event.type === type && event.purpose === 'summary');
    expect(asked).toBeGreaterThan(0);
    expect([of('model-start').length, of('model-end').length]).toEqual([asked, asked]);
    expect(of('model-end')[0]).toMatchObject({ text: 'told in short' });
    expect(result.calls).toMatchObject({ summary: asked, root: model.calls.length - asked });
    expect(result.usage.own.calls).toBe(model.calls.length);
  });

  it('pays for a summary out of the budget', async () => {
    const options = { maxChars: 2_000, keepTurns: 1, policy: 'llm' } as const;
    const { result, model } = await run(options, { limits: { maxCalls: 6 } });
    expect(result.finishReason).toBe('max_calls');
    expect(result.calls.summary).toBeGreaterThan(0);
    expect(model.calls).toHaveLength(6);
    const price = { inputPerMillion: 100_000, outputPerMillion: 0 };
    const dear = await run(options, { limits: { maxCostUsd: 500 }, prices: price });
    expect(dear.result.finishReason).toBe('max_cost');
    const cost = dear.model.calls.length;
    expect(dear.result.calls.root + dear.result.calls.summary).toBe(cost);
  });

  it('goes on by rule where the model has nothing to say', async () => {
    const { result, last } = await run({ maxChars: 5_000, keepTurns: 2, policy: 'llm' }, {}, '');
    expect(result.finishReason).toBe('final');
    expect(last.map(({ content }) => content).join('\n')).toContain('are summed up here');
  });

  it('is told of by children and in lasting sessions too', async () => {
    const compaction = { maxChars: 100, keepTurns: 1, policy: 'llm' } as const;
    const pages = () => [cell('print("a".repeat(400))'), cell('print(2)'), cell('FINAL(1)')];
    const worker = (): ModelFunction => {
      const left = pages();
      return ({ purpose }) => (purpose === 'summary' ? 'short' : (left.shift() ?? 'FINAL(1)'));
    };
    const sandbox = watchedBackend();
    const rlm = createRlm({ model: worker(), sandbox, compaction });
    const parent = runRlm({
      model: [() => cell('FINAL(await rlm_query("q"))'), worker()],
      sandbox,
      query: 'q',
      compaction,
    });
    for (const run of [rlm.run('q'), parent]) {
      const purposes: string[] = [];
      for await (const event of run) if (event.type === 'model-end') purposes.push(event.purpose);
      expect(purposes).toContain('summary');
    }
    await rlm.close();
  });

  it.each(['hierarchical', 'sliding_window'] as const)('knows the policy %s', async (policy) => {
    const { sizes } = await run({ maxChars: 5_000, keepTurns: 2, policy });
    expect(Math.max(...sizes)).toBeLessThan((sizes[0] ?? 0) + 5_000);
  });

  it('leaves the transcript whole when it is off', async () => {
    const { sizes } = await run(false);
    expect(sizes.at(-1)).toBeGreaterThan((sizes[0] ?? 0) + 4_000);
  });
});
