import { describe, expect, it } from 'vitest';

import { spokenPart } from '../../src/modes/spoken-part.js';

describe('the part of a text that may hold the mark of an action', () => {
  it.each([
    ['{ "refunded": 42, "to": ["ada", null] }', '"refunded"\n"to"\n"ada"'],
    ['{"a": "<x/>", "a": "y"}', '"a"\n"<x/>"\n"a"\n"y"'],
    [
      String.raw`["say \"{x}\" \\", "\u003cx"]`,
      String.raw`"say \"{x}\" \\"` + '\n' + String.raw`"\u003cx"`,
    ],
    ['[42, true]', ''],
  ])('is keys and strings of JSON, as they are written: %s', (text, part) => {
    expect(spokenPart(text)).toBe(part);
  });

  it.each(['', '{refund}x{/refund}', '{"refunded": 42', '{"a": 1} {"b": 2}', 'say "{x}"'])(
    'is all of any other text: %j',
    (text) => {
      expect(spokenPart(text)).toBe(text);
    },
  );

  it('is all of a text whose strings cannot be found', () => {
    const text = JSON.stringify(['\n'.repeat(20_000_000)]);
    expect(spokenPart(text)).toBe(text);
  });
});
