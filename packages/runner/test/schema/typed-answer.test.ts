import { describe, expect, it } from 'vitest';

import { jsonSchemaValidator } from '../../src/schema/json-schema.js';
import { askTyped } from '../../src/schema/typed-answer.js';

const schema = { schema: jsonSchemaValidator({ type: 'number' }), shape: '{"type":"number"}' };

describe('askTyped', () => {
  it('asks again with the issues until the answer fits', async () => {
    const prompts: string[] = [];
    const replies = ['five', '"5"', '```json\n5\n```'];
    const value = await askTyped(
      (prompt) => {
        prompts.push(prompt);
        return Promise.resolve(replies[prompts.length - 1] ?? '');
      },
      'How many?',
      schema,
    );
    expect(value).toEqual({ text: '```json\n5\n```', value: 5 });
    expect(prompts[0]).toContain('{"type":"number"}');
    expect(prompts[1]).toContain('it is not JSON');
    expect(prompts[2]).toContain('expected number');
  });

  it('fails after three attempts', async () => {
    let asked = 0;
    const ask = (): Promise<string> => Promise.resolve(String((asked += 1)) + '?');
    await expect(askTyped(ask, 'x', schema)).rejects.toMatchObject({ code: 'query_failed' });
    expect(asked).toBe(3);
  });
});
