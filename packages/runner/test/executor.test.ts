import { invalidOption } from '@rlm/config/options-suite';
import { createInProcessExecutor, type EffectExecutor } from '@rlm/kernel';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm } from '../src/index.js';

/** An executor that notes what it carries out. */
function watched(): EffectExecutor & { readonly kinds: string[] } {
  const inner = createInProcessExecutor();
  const kinds: string[] = [];
  return {
    kinds,
    execute: (effect, abortSignal) => {
      kinds.push(effect.kind);
      return inner.execute(effect, abortSignal);
    },
  };
}

const options = {
  model: ({ purpose }: { readonly purpose: string }) =>
    purpose === 'root' ? '```js\nFINAL(await llm_query("one"))\n```' : 'an answer',
  sandbox: quickjs(),
};

describe('the option executor', () => {
  it('carries out all calls of runRlm', async () => {
    const executor = watched();
    const { answer } = await runRlm({ ...options, executor, query: 'What?' }).result;
    expect({ answer, kinds: executor.kinds }).toEqual({
      answer: 'an answer',
      kinds: ['model', 'sub-query'],
    });
  });

  it('carries out a child run as one call, which has cost what the child has spent', async () => {
    const costs: unknown[] = [];
    const inner = watched();
    const executor: EffectExecutor = {
      async execute(effect, abortSignal) {
        const value = await inner.execute(effect, abortSignal);
        if (effect.kind === 'child') costs.push([effect.input, effect.costOf?.({ value })]);
        return value;
      },
    };
    const usage = { inputTokens: 5, outputTokens: 2 };
    const model = [
      () => ({ text: '```js\nFINAL(await rlm_query("one"))\n```', usage }),
      () => ({ text: 'FINAL(42)', usage }),
    ] as const;
    const { result } = runRlm({ ...options, model, executor, query: 'What?' });
    expect((await result).answer).toBe('42');
    expect(inner.kinds).toEqual(['model', 'child', 'model']);
    expect(costs).toMatchObject([
      [
        { prompt: 'one', options: {} },
        { calls: 1, subQueries: 1, ...usage },
      ],
    ]);
  });

  it('carries out all calls of createRlm', async () => {
    const executor = watched();
    await using rlm = createRlm({ ...options, executor });
    expect((await rlm.run('What?').result).answer).toBe('an answer');
    expect(executor.kinds).toEqual(['model', 'sub-query']);
  });

  it('tries again as it was made to', () => {
    const both = { ...options, executor: watched(), retry: { attempts: 1 }, query: 'What?' };
    expect(() => runRlm(both)).toThrow(invalidOption('retry', 'executor'));
  });
});
