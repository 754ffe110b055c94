import { memoryStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const usage = { inputTokens: 30, outputTokens: 12 };

it('a run that is resumed counts what its child runs had spent', async () => {
  const store = memoryStore();
  const ask = (model: [ModelFunction, ModelFunction], journal: string, isNew: boolean) =>
    (isNew ? store.create({ runId: journal }) : store.open(journal)).then(
      (opened) => runRlm({ model, sandbox: quickjs(), query: 'q', journal: opened }).result,
    );
  const root = scriptedModel([{ text: cell('FINAL(await rlm_query("Part?"))'), usage }]);
  const child = scriptedModel([{ text: cell('FINAL("yes")'), usage }]);
  const first = await ask([root, child], 'a', true);
  expect(first).toMatchObject({ answer: 'yes', usage: { own: { calls: 1 }, total: { calls: 2 } } });

  const silent: ModelFunction = () => {
    throw new Error('asked again');
  };
  const again = await ask([silent, silent], 'a', false);
  expect(again).toMatchObject({ answer: 'yes', usage: first.usage });
});

it('a sub-query that takes too long names the limit that ended it', async () => {
  const model = () => cell('try { await llm_query("x") } catch (error) { FINAL(String(error)) }');
  const { answer } = await runRlm({
    model,
    subModel: () => new Promise(() => undefined),
    sandbox: quickjs(),
    query: 'q',
    retry: { attempts: 1 },
    limits: { callTimeoutMs: 30 },
  }).result;
  expect(answer).toContain('limits.callTimeoutMs');
});
