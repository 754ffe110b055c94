import type { ModelFunction } from '@rlm/kernel/model';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** A sub-model that answers nobody until so many wait for it at the same time. */
function crowd(size: number): { model: ModelFunction; most: () => number } {
  let waiting = 0;
  let most = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    most: () => most,
    model: async () => {
      waiting += 1;
      most = Math.max(most, waiting);
      if (waiting === size) open();
      await opened;
      waiting -= 1;
      return 'x';
    },
  };
}

const limits = { maxConcurrentQueries: 64, timeoutMs: 100_000 };
const prompts = 'Array.from({ length: 100 }, (_, i) => "p" + i)';

describe('maxConcurrentQueries', () => {
  it.each([
    ['a batch', `await llm_query_batched(${prompts})`],
    ['Promise.all', `await Promise.all(${prompts}.map((p) => llm_query(p)))`],
    [
      'several batches',
      `await Promise.all([${prompts}.slice(0, 50), ${prompts}.slice(50)].map((p) => llm_query_batched(p)))`,
    ],
  ])('is what %s reaches, and no more', async (_, call) => {
    const { model, most } = crowd(64);
    const options = { sandbox: quickjs(), limits, subModel: model };
    const code = cell(`${call}; FINAL("done")`);
    expect((await runRlm({ ...options, model: () => code, query: 'q' }).result).answer).toBe(
      'done',
    );
    expect(most()).toBe(64);
  });

  it('is reached in lasting sessions, and by children together', async () => {
    const code = cell(`FINAL((await llm_query_batched(${prompts})).length)`);
    const lasting = crowd(64);
    const rlm = createRlm({
      model: () => code,
      subModel: lasting.model,
      sandbox: quickjs(),
      limits,
    });
    expect((await rlm.run('q').result).answer).toBe('100');
    await rlm.close();
    expect(lasting.most()).toBe(64);

    const below = crowd(64);
    const result = await runRlm({
      model: [() => cell('FINAL(await rlm_query_batched(["a", "b", "c"]))'), () => code],
      subModel: ({ messages, ...rest }) => below.model({ messages, ...rest }),
      sandbox: quickjs(),
      query: 'q',
      limits,
    }).result;
    expect(result.value).toEqual(['100', '100', '100']);
    expect(below.most()).toBe(64);
  });
});
