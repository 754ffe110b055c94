import { defineTool } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const helper = /^- (grep|lines|chunk)\(/gm;

async function helpersTold(options: Partial<RunRlmOptions> = {}): Promise<readonly string[]> {
  const model = scriptedModel([cell('FINAL(1)')]);
  const base = { model, sandbox: quickjs(), query: 'q', context: 'a b' };
  const { context, ...rest } = { ...base, ...options };
  await runRlm(options.contexts === undefined ? { ...rest, context } : rest).result;
  return Array.from(
    String(model.calls[0]?.messages[0]?.content).matchAll(helper),
    ([, name = '']) => name,
  );
}

describe('the helpers in the prompt', () => {
  it('have a line each', async () => {
    expect(await helpersTold()).toEqual(['grep', 'lines', 'chunk']);
  });

  it('are left out where a context has their name', async () => {
    const contexts = { lines: { value: ['a'] }, text: { value: 'b' } };
    expect(await helpersTold({ contexts })).toEqual(['grep', 'chunk']);
  });

  it('are left out where a tool has their name, which is called', async () => {
    const grep = defineTool({ name: 'grep', description: 'ours', execute: () => 'ours' });
    expect(await helpersTold({ tools: [grep] })).toEqual(['lines', 'chunk']);
    const model = scriptedModel([cell('FINAL(await grep("x"))')]);
    const result = await runRlm({ model, sandbox: quickjs(), query: 'q', tools: [grep] }).result;
    expect(result.answer).toBe('ours');
  });

  it('are left out where an earlier question gave their name to something else', async () => {
    const model = scriptedModel([cell('const lines = ["a"]; FINAL(1)'), cell('FINAL(lines[0])')]);
    const rlm = createRlm({ model, sandbox: quickjs() });
    await rlm.run('one').result;
    expect((await rlm.run('two').result).answer).toBe('a');
    const prompts = model.calls.map(({ messages }) => String(messages[0]?.content));
    expect(prompts.map((prompt) => prompt.includes('- lines('))).toEqual([true, false]);
    await rlm.close();
  });

  it('are left out where the backend has none', async () => {
    const sandbox = scripted([{ final: { type: 'direct', answer: 1 } }], {
      language: 'javascript',
    });
    expect(await helpersTold({ sandbox })).toEqual([]);
  });
});
