import { describe, expect, it } from 'vitest';

import { scripted, type ScriptedStep } from '../../src/scripted/index.js';

describe('the host calls of a result', () => {
  it('are all there, with a bounded part of their texts', async () => {
    const long = 'p'.repeat(1_000_000);
    const asks: ScriptedStep = async (_code, guest) => {
      for (let call = 0; call < 200; call++) await guest.call('llm_query', long);
      return '';
    };
    const session = await scripted([asks]).open({ functions: { llm_query: () => long } });
    const { llmCalls } = await session.execute('');
    await session.close();
    expect(llmCalls.length).toBe(200);
    const cut = /^p{5000}\n\.\.\. \(990,000 characters left out\) \.\.\.\np{5000}$/;
    expect(llmCalls[0]?.prompt).toMatch(cut);
    expect(llmCalls[0]?.response).toMatch(cut);
    const kept = llmCalls.map(({ prompt = '', response = '' }) => prompt.length + response.length);
    expect(kept.reduce((sum, length) => sum + length)).toBeLessThan(1_100_000);
  });

  it('keep a bounded part of the errors too', async () => {
    const asks: ScriptedStep = async (_code, guest) => {
      for (let call = 0; call < 2_000; call++) await guest.call('fail').catch(() => undefined);
      return '';
    };
    const fail = (): never => {
      throw new Error('e'.repeat(2_000));
    };
    const session = await scripted([asks]).open({ functions: { fail } });
    const { llmCalls } = await session.execute('');
    await session.close();
    expect(llmCalls.length).toBe(2_000);
    expect(llmCalls[0]?.error).toMatch(/^e{100}/);
    const kept = llmCalls.map(({ error = '' }) => error.length);
    expect(kept.reduce((sum, length) => sum + length)).toBeLessThan(1_100_000);
  });
});
