import { describe, expect, it } from 'vitest';

import { jsonSchemaValidator } from '../../src/schema/json-schema.js';
import { askTyped } from '../../src/schema/typed-answer.js';

const schema = { schema: jsonSchemaValidator({ type: 'number' }), shape: '{"type":"number"}' };

/** Fails if it is asked again. */
function onlyOnce(ask: () => Promise<string>): () => Promise<string> {
  let asked = 0;
  return () => ((asked += 1) === 1 ? ask() : Promise.reject(new Error('asked again')));
}

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

  const person = {
    schema: jsonSchemaValidator({
      type: 'object',
      properties: { name: { type: 'string' }, tags: { type: 'array' } },
      required: ['name'],
      additionalProperties: false,
    }),
    shape: '{}',
  };

  it.each([
    'Here it is: {"name": "Ann"} I hope that helps.',
    'Of [1] and {2}: it\'s clear.\n{"name": "Ann"}',
    '{"name": "Ann",}',
    '```json\n{"name": "Ann",\n}\n```',
    'Sure!\n```json\n{"name": "Ann"}\n```\nAs in:\n```json\n{"age": 3}\n```',
    'First {"name": "Ann"}, so the answer is {"name":"Ann"}.',
    'A brace { alone, then {"name": "Ann"}',
    '**Answer:** `{"name": "Ann"}`',
  ])('asks once, whatever is around the JSON: %j', async (reply) => {
    const ask = (): Promise<string> => Promise.resolve(reply);
    const value = await askTyped(onlyOnce(ask), 'x', person, (work) => work);
    expect(value).toEqual({ name: 'Ann' });
  });

  it.each([
    '5.',
    '**5**',
    '`5`',
    'Answer: 5',
    'So the answer is 5.',
    '**Total:** `5`',
    '5\n\nThat is all.',
  ])('asks once, whatever is around a single value: %j', async (reply) => {
    const ask = (): Promise<string> => Promise.resolve(reply);
    expect(await askTyped(onlyOnce(ask), 'x', schema, (work) => work)).toBe(5);
  });

  it.each(['There are 3 files.', 'files: 3\nmatches: 5', 'version 1.5', '2026-11-05'])(
    'takes no number out of a sentence, nor one of several: %j',
    async (reply) => {
      const replies = [reply, '5'];
      const ask = (): Promise<string> => Promise.resolve(replies.shift() ?? '');
      expect(await askTyped(ask, 'x', schema, (work) => work)).toBe(5);
      expect(replies).toEqual([]);
    },
  );

  it('keeps commas and brackets in the texts of JSON with a comma too many', async () => {
    const reply = 'So: {"name": "a,] \\"} {", "tags": [1, 2,],}';
    const ask = (): Promise<string> => Promise.resolve(reply);
    expect(await askTyped(onlyOnce(ask), 'x', person, (work) => work)).toEqual({
      name: 'a,] "} {',
      tags: [1, 2],
    });
  });

  it('asks again if several values fit', async () => {
    const replies = ['{"name": "Ann"} or {"name": "Bob"}', '{"name": "Bob"}'];
    const ask = (): Promise<string> => Promise.resolve(replies.shift() ?? '');
    expect(await askTyped(ask, 'x', person, (work) => work)).toEqual({ name: 'Bob' });
  });

  it('takes linear time over brackets without a partner', async () => {
    const ask = (): Promise<string> => Promise.resolve('[{"'.repeat(100_000));
    await expect(askTyped(ask, 'x', person, (work) => work)).rejects.toThrow('not JSON');
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
