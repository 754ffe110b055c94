import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

const wrong = (() => ({ choices: [] })) as unknown as ModelFunction;

describe('a model function that returns no reply', () => {
  it('ends the run at its first call, as the model that writes code', async () => {
    let calls = 0;
    const model = ((request) => {
      calls += 1;
      return wrong(request);
    }) as ModelFunction;
    const result = await runRlm({ model, sandbox: watchedBackend(), query: 'q' }).result;
    expect(result).toMatchObject({
      answer: null,
      finishReason: 'error',
      stop: { code: 'invalid_model_reply' },
    });
    expect(calls).toBe(1);
  });

  it('fails the query that asked it, as a sub-model', async () => {
    const code = 'try { await llm_query("x"); FINAL("no") } catch (error) { FINAL(error.message) }';
    const result = await runRlm({
      model: () => cell(code),
      subModel: wrong,
      sandbox: watchedBackend(),
      query: 'q',
    }).result;
    expect(result.answer).toMatch(/return response\.choices\[0\]\.message\.content/);
  });
});
