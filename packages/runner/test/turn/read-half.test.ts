import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RlmOptions, type RlmResult } from '../../src/index.js';
import { cell } from '../support/cell.js';

const sandbox = quickjs();
const cut = (text: string): ScriptedReply => ({ text, finishReason: 'length' });
type Model = ReturnType<typeof scriptedModel>;
type Loop = (model: Model, options?: Partial<RlmOptions>) => Promise<RlmResult>;

const loops: readonly (readonly [string, Loop])[] = [
  ['runRlm', async (model, options) => runRlm({ model, sandbox, query: 'q', ...options }).result],
  [
    'createRlm',
    async (model, options) => {
      const rlm = createRlm({ model, sandbox, ...options });
      const result = await rlm.run('q').result;
      await rlm.close();
      return result;
    },
  ],
  [
    'a child run',
    async (model, options) => {
      const root: ModelFunction = scriptedModel([cell('FINAL(await rlm_query("q"))')]);
      return runRlm({ model: [root, model], sandbox, query: 'q', ...options }).result;
    },
  ],
];
const told = (model: Model): string => model.calls[1]?.messages.at(-1)?.content ?? '';

describe.each(loops)('a reply that is cut off by its length, in %s', (_, run) => {
  it.each([
    'FINAL(Use f(x)',
    'FINAL(The first half)',
    'FINAL(42)\n\nThis is so because',
    'SUBMIT(answer="The first half")',
  ])('gives no answer of its text: %j', async (text) => {
    const model = scriptedModel([cut(text), 'FINAL(The whole)']);
    expect(await run(model)).toMatchObject({ answer: 'The whole' });
    expect(told(model)).toContain('its length limit');
    expect(told(model)).not.toContain('nothing ended');
  });

  it('gives no answer as the last one of a run either', async () => {
    const model = scriptedModel([cell('var x = 1'), cut('The first half of the')]);
    const result = await run(model, { maxSteps: 1 });
    expect(result.answer).toBeNull();
  });
});

describe('a reply that is cut off by its length', () => {
  const run = (replies: readonly ScriptedReply[], subModel?: ModelFunction) => {
    const model = scriptedModel(replies);
    const { result } = runRlm({
      model,
      sandbox,
      query: 'q',
      ...(subModel === undefined ? {} : { subModel }),
    });
    return { model, result };
  };

  it('runs its closed blocks, and the model is told that the rest is lost', async () => {
    const { model, result } = run([cut(`${cell('var x = 1')}\n\nNext I wi`), cell('FINAL(x)')]);
    expect((await result).answer).toBe('1');
    expect(told(model)).toMatch(/\bclosed block\b.*\blost\b/);
  });

  it('may end with a variable that it names', async () => {
    const { result } = run([cell('var x = "whole"'), cut('FINAL_VAR("x")')]);
    expect(await result).toMatchObject({ answer: 'whole', source: 'prose' });
  });

  it('is noted when it was the last one', async () => {
    const model = scriptedModel([cut('Half of')]);
    const { diagnostics } = await runRlm({ model, sandbox, query: 'q', context: 'a', maxSteps: 0 })
      .result;
    expect(diagnostics).toMatchObject([{ code: 'reply_cut_off' }]);
  });

  it('is told of where a sub-model gave it: once a turn, with the number', async () => {
    const { model, result } = run(
      [cell('print((await llm_query_batched(["a", "b", "c"])).join())'), 'FINAL(1)'],
      ({ messages }) => ({
        text: 'x',
        finishReason: messages.at(-1)?.content === 'b' ? 'stop' : 'length',
      }),
    );
    await result;
    expect(told(model).match(/length limit of the model/g)).toHaveLength(1);
    expect(told(model)).toMatch(/\b2 answers .*\blength limit\b/);
  });
});
