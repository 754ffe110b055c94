import { createBoundedWork } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import { readJson } from '../../src/schema/read-json.js';

describe('readJson', () => {
  it.each([
    ['JSON', ' {"n": 1} '],
    ['a block', '```json\n{"n": 1}\n```'],
    ['a block whose fence is closed on its last line', '```json\n{"n": 1}```'],
    ['a block in tildes', '~~~\n{"n": 1}\n~~~'],
    ['an indented block', '  ```json\n  {"n": 1}\n  ```'],
    ['a block after a thought', '<think>I will write 2</think>\n```json\n{"n": 1}\n```'],
    ['a block within a block', '```\n```json\n{"n": 1}\n```\n'],
  ])('reads %s', async (_, text) => {
    expect(await readJson(text, createBoundedWork())).toEqual({ value: { n: 1 } });
  });

  it.each([
    '',
    'one',
    '```json\n{"n": 1}\n```\nand more',
    '```\n1\n```\n```\n2\n```',
    '```json\n{',
  ])('reads nothing in %j', async (text) => {
    expect(await readJson(text, createBoundedWork())).toBeUndefined();
  });
});
