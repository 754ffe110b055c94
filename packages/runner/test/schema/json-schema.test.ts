import { describe, expect, it } from 'vitest';

import { jsonSchemaValidator } from '../../src/schema/json-schema.js';
import { renderIssues } from '@rlm/kernel/internal';

const schema = {
  type: 'object',
  required: ['name', 'tags'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1 },
    tags: { type: 'array', maxItems: 2, items: { enum: ['a', 'b'] } },
    age: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 0, maximum: 150 }] },
    kind: { const: 'person' },
  },
};

describe('jsonSchemaValidator', () => {
  it.each([
    [{ name: 'x', tags: [] }, ''],
    [{ name: 'x', tags: ['a'], age: null, kind: 'person' }, ''],
    [{ name: '', tags: [] }, 'name: expected length of at least 1'],
    [{ tags: [] }, 'name: is required'],
    [{ name: 'x', tags: ['a', 'c'] }, 'tags[1]: expected one of ["a","b"]'],
    [{ name: 'x', tags: ['a', 'a', 'a'] }, 'tags: expected items of at most 2'],
    [{ name: 'x', tags: [], age: -1 }, 'age: expected one of the alternatives'],
    [{ name: 'x', tags: [], kind: 'dog' }, 'kind: expected "person"'],
    [{ name: 'x', tags: [], more: 1 }, 'more: is not expected'],
    ['text', 'expected object'],
  ])('checks %j', async (value, issues) => {
    const checked = await jsonSchemaValidator(schema)['~standard'].validate(value);
    expect(renderIssues(checked.issues ?? [])).toBe(issues);
  });
});

/** An object with these fields. */
function full(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, 1]));
}

describe('a schema that a guest chose', () => {
  const deep = (width: number): unknown[] => Array.from({ length: width }, (_, index) => [index]);

  it('is checked within bounds, whatever it and the answer are', () => {
    const options = deep(1_000);
    const schema = { type: 'array', items: { enum: options } };
    const validate = jsonSchemaValidator(schema)['~standard'].validate;
    const answer = Array.from({ length: 50_000 }, () => [999]);
    expect(validate(answer)).toEqual({
      issues: [{ message: expect.stringMatching(/\btoo large\b/) as string }],
    });
    expect(validate([[999]])).toEqual({ value: [[999]] });
  });

  it('is told of in few issues, however many there are', async () => {
    const { validate } = jsonSchemaValidator({ items: { enum: deep(1_000) } })['~standard'];
    const { issues } = await validate(Array.from({ length: 50_000 }, () => [-1]));
    expect(issues).toHaveLength(20);
    expect(issues?.[19]?.path).toEqual([19]);
  });

  it('makes the text of an answer once, however many alternatives ask for it', () => {
    const alternatives = Array.from({ length: 1_000 }, () => ({ enum: [{}] }));
    let made = 0;
    const answer = { toJSON: () => (made += 1) };
    void jsonSchemaValidator({ anyOf: alternatives })['~standard'].validate(answer);
    expect(made).toBe(1);
  });

  const words = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `w${index}`);
  const wide = 4_000;
  it.each([
    ['types', { type: [...Array<string>(wide).fill('string'), 'null'] }, null],
    ['types that are none', { type: Array(wide).fill(1) }, 1],
    ['required fields that are no names', { required: Array(wide).fill(1) }, {}],
    ['required fields', { required: words(wide) }, full(words(wide))],
    ['alternatives that are no schemas', { anyOf: Array(wide).fill(1) }, 1],
    ['alternatives', { oneOf: [...Array<object>(wide).fill({ type: 'null' }), {}] }, 1],
    ['values', { enum: words(wide) }, 'w3999'],
    ['values that are data', { enum: words(wide).map((word) => [word]) }, ['w3999']],
    ['a value that is long', { const: { long: 'x'.repeat(wide) } }, { long: 'x'.repeat(wide) }],
    ['fields', {}, full(words(wide))],
    [
      'fields that are not expected',
      { properties: {}, additionalProperties: true },
      full(words(wide)),
    ],
  ])('is checked within bounds, however many %s it has', (_, items, item) => {
    const answer = JSON.parse(JSON.stringify(Array(2_000).fill(item))) as unknown;
    const { validate } = jsonSchemaValidator({ items })['~standard'];
    expect(validate(answer)).toEqual({
      issues: [{ message: expect.stringMatching(/\btoo large\b/) as string }],
    });
  });

  it('that is nested deeper than JSON can be written is no fault', () => {
    const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
    expect(jsonSchemaValidator({ const: [] })['~standard'].validate(deep)).toEqual({
      issues: [{ message: expect.stringMatching(/\btoo large\b/) as string }],
    });
  });

  it('ends where alternatives hold each other', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 60; depth += 1) schema = { anyOf: [schema, schema] };
    expect(jsonSchemaValidator(schema as Record<string, unknown>)['~standard'].validate(1)).toEqual(
      {
        issues: [{ message: expect.stringMatching(/\btoo large\b/) as string }],
      },
    );
  });

  it('is named in few words when it does not fit', async () => {
    const schema = { enum: deep(1_000) };
    const checked = await jsonSchemaValidator(schema)['~standard'].validate('x');
    expect(checked.issues?.[0]?.message.length).toBeLessThan(700);
    expect(checked.issues?.[0]?.message).toContain('characters left out');
  });
});
