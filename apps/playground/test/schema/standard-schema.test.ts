import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSchemaFile } from '../../src/schema/read-schema-file.js';
import { standardSchemaOf } from '../../src/schema/standard-schema.js';
import { UsageError } from '../../src/usage-error.js';

const person = {
  type: 'object',
  properties: {
    name: { $ref: '#/$defs/word' },
    'a/b': { type: 'array', items: { type: 'integer' } },
  },
  required: ['name'],
  additionalProperties: false,
  $defs: { word: { type: 'string', minLength: 2 } },
};

describe('standardSchemaOf', () => {
  const { validate } = standardSchemaOf(person)['~standard'];

  it('takes what fits', () => {
    const value = { name: 'Ada', 'a/b': [1] };
    expect(validate(value)).toEqual({ value });
  });

  it('says what does not fit, and where', () => {
    expect(validate({ name: 'A', 'a/b': [1, 'x'] })).toMatchObject({
      issues: [
        { message: expect.stringContaining('too short') as string, path: ['name'] },
        { path: ['a/b', '1'] },
      ],
    });
    expect(validate({})).toMatchObject({
      issues: [{ message: expect.stringContaining('"name"') as string, path: [] }],
    });
  });
});

describe('readSchemaFile', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rlm-schema-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads a schema, whatever its fields are called', async () => {
    const file = join(folder, 'good.json');
    const schema = {
      type: ['object', 'null'],
      properties: { type: { enum: ['x'], type: 'string' } },
    };
    await writeFile(file, JSON.stringify({ ...schema, examples: [{ type: 'any' }] }));
    expect(await readSchemaFile(file)).toMatchObject(schema);
  });

  it.each([
    ['{', /is not JSON: /],
    ['[]', /\bJSON Schema\b.*\bobject\b/],
    ['{"properties":{"a":{"type":"strng"}}}', /"strng".*\btypes are string\b/],
    ['{"$ref":"#/nowhere"}', /\bJSON Schema: .*nowhere/],
  ])('refuses %s in one line', async (text, message) => {
    const file = join(folder, 'bad.json');
    await writeFile(file, text);
    const reading = readSchemaFile(file);
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.not.toThrow(/\n/);
  });
});
