import type { ModelFunction } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask } from '../../src/index.js';

const openAi = { id: 'x', object: 'chat.completion', choices: [{ message: { content: 'hi' } }] };

describe('a model function', () => {
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /got undefined; is there a return missing\?/],
    ['null', null, /got null/],
    ['a number', 42, /got 42/],
    ['a list', ['hi'], /got a list of 1/],
    ['a message', { role: 'assistant', content: 'hi' }, /object with role, content; return the/],
    ['a whole response', openAi, /with id, object, choices; return response\.choices\[0\]/],
    ['an object without its text', { text: undefined }, /got an object whose text is undefined/],
    ['an object whose text is none', { text: 5 }, /got an object whose text is 5/],
  ])('that returns %s ends the run at its first call, and is told what came', async (...row) => {
    const [, answer, message] = row;
    for (const start of [runResponse, runTask]) {
      let calls = 0;
      const model = (() => {
        calls += 1;
        return Promise.resolve(answer);
      }) as ModelFunction;
      const { status, error } = await start({ model, prompt: 'Go' }).result;
      expect(status).toBe('error');

      expect(error).toMatch(message);
      expect(calls).toBe(1);
    }
  });

  it('that streams something else than text is told what came', async () => {
    const model = async function* () {
      await Promise.resolve();
      yield { choices: [] } as unknown as string;
    };
    const { error } = await runResponse({ model, prompt: 'Go' }).result;
    expect(error).toMatch(/got an object with choices/);
  });

  it('may return calls of tools without text', async () => {
    const toolCalls = [{ id: '1', name: 'finish_response', arguments: '{"summary":"done"}' }];
    const model = (() => ({ toolCalls })) as unknown as ModelFunction;
    expect(await runResponse({ model, prompt: 'Go' }).result).toMatchObject({
      status: 'completed',
    });
  });
});
