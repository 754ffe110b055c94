import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '../support/quickjs.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { runRlm } from '../../src/index.js';
import { lastWords } from '../../src/protocol/wrap-up-run.js';
import { cell } from '../support/cell.js';

const json = '```json\n{"n": 1}\n```';

async function wrapUp(reply: string) {
  const model = scriptedModel([cell('let a = 1'), reply]);
  return await runRlm({ model, sandbox: quickjs(), query: 'q', maxSteps: 1 }).result;
}

describe('lastWords', () => {
  it.each([
    ['prose', 'About 42.', 'About 42.'],
    ['a block that is all there is', json, '{"n": 1}'],
    ['several blocks', '```text\na\n```\n~~~\nb\n~~~', 'a\n\nb'],
    ['a block with text around it', `It is:\n${json}`, `It is:\n${json}`],
    ['a block glued to text', `It is:${json}\nSo.`, `It is:${json}\nSo.`],
    ['a longer fence with a shorter one in it', '````text\na\n```\nb\n````', 'a\n```\nb'],
    ['a fence in the line of a list item', '- ```text\n  a\n  ```', '-'],
    ['thoughts before it', '<think>hm ``` </think>\n42', '42'],
  ])('are %s', async (_, reply, answer) => {
    if (answer !== '-') expect(lastWords(reply, [])[0]).toBe(answer);
    const result = await wrapUp(reply);
    expect(result).toMatchObject({ source: 'wrap-up', finishReason: 'max_steps' });
    expect(result.answer).toBe(answer === '-' ? 'a' : answer);
  });

  it.each([json, `Here it is:\n\n${json}\n\nThat is all.`, `See:${json}`])(
    'are data where a schema asks for them: %j',
    async (reply) => {
      const model = scriptedModel([cell('let a = 1'), reply]);
      const schema = z.object({ n: z.number() });
      const run = runRlm({ model, sandbox: quickjs(), query: 'q', maxSteps: 1, schema });
      expect((await run.result).value).toEqual({ n: 1 });
    },
  );

  it('are none where the code was cut off', async () => {
    expect(await wrapUp('```repl\nprint(')).toMatchObject({ answer: null });
    expect(await wrapUp('It is 5.\n```repl\nprint(')).toMatchObject({ answer: 'It is 5.' });
  });
});
