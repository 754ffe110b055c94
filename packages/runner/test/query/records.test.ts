import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult } from '../../src/index.js';
import { maxKeptBytes } from '../../src/kept-bytes.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

function run(code: string, answer: string): Promise<RlmResult> {
  return runRlm({
    model: () => cell(code),
    subModel: () => answer,
    sandbox: quickjs(),
    query: 'q',
    limits: { maxSubQueries: 100_000 },
  }).result;
}

describe('the record of a sub-query', () => {
  it('has the first 1,000 characters of its prompt and answer', async () => {
    const code = 'await llm_query("p".repeat(1000)); await llm_query("p".repeat(1001)); FINAL(1)';
    const { steps } = await run(code, 'a'.repeat(5_000));
    const [prompt, response] = ['p'.repeat(1_000), 'a'.repeat(1_000)];
    expect(steps[0]?.llmCalls).toMatchObject([
      { prompt, promptChars: 1_000, response },
      { prompt, promptChars: 1_001, response },
    ]);
  });

  it('has the first 100 once those of the run are over 16 MiB', async () => {
    const texts = Math.floor(maxKeptBytes.records / 2_000);
    const code = `await llm_query_batched(Array(${String(texts / 2 + 100)}).fill("p".repeat(1000))); FINAL(1)`;
    const { steps } = await run(code, 'a'.repeat(1_000));
    const kept = (steps[0]?.llmCalls ?? []).flatMap(({ prompt = '', response = '' }) => [
      prompt.length,
      response.length,
    ]);
    expect(kept.filter((chars) => chars === 1_000)).toHaveLength(texts);
    expect(kept.filter((chars) => chars === 100)).toHaveLength(200);
    expect(kept).toHaveLength(texts + 200);
  });
});
