import { manualClock, scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const sandbox = quickjs();

/** Runs `codes`, then ends. Gives the result, and what the model was told after each. */
async function play(codes: readonly string[], options: Partial<RunRlmOptions> = {}) {
  const model = scriptedModel([...codes.map((code) => cell(code)), cell('FINAL("done")')]);
  const subModel = () => 'ok';
  const result = await runRlm({ model, subModel, sandbox, query: 'q', wrapUp: false, ...options })
    .result;
  return {
    result,
    told: model.calls.slice(1).map(({ messages }) => messages.at(-1)?.content ?? ''),
  };
}

const inTurn = (count: number): string =>
  `for (let i = 0; i < ${count}; i += 1) await llm_query("in turn " + i + " " + Math.random());`;

describe('a model that asks many sub-queries one after the other', () => {
  it.each([
    ['ten', [inTurn(10)], true],
    ['ten in two steps', [inTurn(4), inTurn(6)], false],
    ['nine', [inTurn(9)], false],
    ['ten, after a batch', [`await llm_query_batched(["a", "b"]);\n${inTurn(10)}`], false],
  ])('is told of batches: %s', async (_, codes, isTold) => {
    const { told } = await play(codes);
    expect(/\bllm_query_batched\(prompts\)/.test(told.join('\n'))).toBe(isTold);
  });
});

describe('a batch whose run has a time limit', () => {
  /** What a batch of two gives if one answers only after `ms` of `timeoutMs`. */
  async function answersAfter(ms: number, timeoutMs: number): Promise<unknown> {
    const clock = manualClock();
    let answerLate: (reply: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => (answerLate = resolve));
    const run = runRlm({
      model: () => cell('FINAL(await llm_query_batched(["soon", "late"]))'),
      subModel: ({ messages }) => (messages.at(-1)?.content === 'late' ? late : 'ok'),
      sandbox,
      query: 'q',
      clock,
      limits: { timeoutMs, callTimeoutMs: timeoutMs },
    });
    let isWaiting = true;
    for await (const event of run) {
      if (event.type !== 'query-end' || !isWaiting) continue;
      isWaiting = false;
      await clock.advance(ms);
      answerLate('ok');
    }
    return (await run.result).value;
  }

  it.each([
    [60_000, 54_000],
    [200_000, 190_000],
  ])('of %s ms leaves the code a tenth of it, and at most ten seconds', async (timeoutMs, end) => {
    expect(await answersAfter(end - 1, timeoutMs)).toEqual(['ok', 'ok']);
    expect(await answersAfter(end, timeoutMs)).toEqual(['ok', null]);
  });
});

describe('a model that has used up its sub-queries', () => {
  const twice =
    'try { await llm_query("a"); await llm_query("b"); } catch (error) { print("caught"); }';

  it('is told, and may finish with what it has', async () => {
    const { result, told } = await play([twice], { limits: { maxSubQueries: 1 } });
    expect(result).toMatchObject({ answer: 'done', finishReason: 'final' });
    expect(told[0]).toMatch(/\bsub-queries\b.*\bused\b/);
  });

  it('ends if a later block asks again', async () => {
    const { result } = await play([twice, twice], { limits: { maxSubQueries: 1 } });
    expect(result).toMatchObject({ answer: null, finishReason: 'max_sub_queries' });
  });
});
