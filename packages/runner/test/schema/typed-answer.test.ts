import { describe, expect, it } from 'vitest';

import { jsonSchemaValidator } from '../../src/schema/json-schema.js';
import { askTyped } from '../../src/schema/typed-answer.js';

const schema = { schema: jsonSchemaValidator({ type: 'number' }), shape: '{"type":"number"}' };

describe('askTyped', () => {
  it.each([
    ['five', 'it is not JSON'],
    ['"5"', 'expected number'],
  ])('asks once more with what was wrong with %s', async (wrong, issue) => {
    const prompts: string[] = [];
    const replies = [wrong, '```json\n5\n```'];
    const value = await askTyped(
      (prompt) => {
        prompts.push(prompt);
        return Promise.resolve(replies[prompts.length - 1] ?? '');
      },
      'How many?',
      schema,
      (work) => work,
    );
    expect(value).toBe(5);
    expect(prompts[0]).toContain('{"type":"number"}');
    expect(prompts[1]).toContain(issue);
  });

  it('reads the one block of JSON in an answer with prose around it', async () => {
    const ask = (): Promise<string> => Promise.resolve('Here it is:\n```json\n5\n```\nDone.');
    expect(await askTyped(ask, 'x', schema, (work) => work)).toBe(5);
  });

  it('fails when the second answer does not fit either', async () => {
    let asked = 0;
    const ask = (): Promise<string> => Promise.resolve(String((asked += 1)) + '?');
    await expect(askTyped(ask, 'x', schema, (work) => work)).rejects.toMatchObject({
      code: 'query_failed',
    });
    expect(asked).toBe(2);
  });
});
