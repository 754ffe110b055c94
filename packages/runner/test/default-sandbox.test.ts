import { scriptedModel } from '@rlm/kernel/testing';
import { defaultBackend } from '@rlm/sandbox/internal';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { asLanguageModel, createRlm, runMany, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';

const options = () => ({
  model: scriptedModel([cell('FINAL(context.length)')], { after: 'repeat' }),
  context: 'twelve chars',
});

describe('a run without a sandbox', () => {
  it('has quickjs()', async () => {
    const run = runRlm({ ...options(), query: 'How long?' });
    const backends: string[] = [];
    for await (const event of run) if (event.type === 'session-open') backends.push(event.backend);
    expect(await run.result).toMatchObject({ value: 12, finishReason: 'final' });
    expect(backends).toEqual(['quickjs']);
  });

  it('may ask for isolation, and have a child', async () => {
    const model = scriptedModel([
      cell('FINAL(await rlm_query("How long?", context))'),
      cell('FINAL(context.length)'),
    ]);
    const run = runRlm({ ...options(), model, query: 'How long?', requireIsolation: 'wasm' });
    expect(await run.result).toMatchObject({ value: 12 });
  });

  it('is what createRlm, runMany and asLanguageModel start too', async () => {
    await using rlm = createRlm(options());
    rlm.add('more', 'text');
    expect((await rlm.run('How long?').result).value).toBe(12);
    const [first] = await runMany(['How long?'], options()).result;
    expect(first?.result?.value).toBe(12);
    const prompt = [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'How long?' }] },
    ];
    const { content } = await asLanguageModel(options()).doGenerate({ prompt });
    expect(content).toEqual([{ type: 'text', text: '12' }]);
  });

  it('knows of quickjs() what quickjs() says of itself, before it is loaded', () => {
    const { name, language, capabilities, textMemory } = quickjs();
    expect(defaultBackend).toMatchObject({ name, language, capabilities, textMemory });
    expect(defaultBackend.instructions()).toBe(quickjs().instructions());
  });
});
