import { errorWith } from '@rlm/config/error-with';
import { testOptions, type OptionsEntry } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import {
  cutText,
  InvalidOptionError,
  REPLEntry,
  REPLHistory,
  REPLVariable,
  RlmError,
} from '../src/index.js';

const entries: Readonly<Record<string, OptionsEntry>> = {
  'format of a REPLEntry': {
    call: (options) => new REPLEntry().format(options),
    takes: [null, 5],
    right: { index: 3, truncate: 'head-tail', language: 'js' },
    wrong: [
      [{ truncat: 'head' }, 'truncat', 'truncate'],
      [{ truncate: 'tail' }, 'truncate', 'got "tail"'],
      [{ index: '3' }, 'index', 'got "3"'],
    ],
  },
  'format of a REPLHistory': {
    call: (options) => new REPLHistory([{}]).format(options),
    takes: [5],
    right: { maxEntries: -1, language: 'js' },
    wrong: [
      [{ max_entries: 3 }, 'max_entries', 'maxEntries'],
      [{ maxEntries: '5' }, 'maxEntries', 'got "5"'],
      [{ index: 3 }, 'index', 'maxEntries, truncate, language'],
    ],
  },
  'REPLVariable.fromValue': {
    call: (options) => REPLVariable.fromValue('x', 1, options),
    right: { language: 'javascript', previewLength: 0 },
    wrong: [
      [{ previewLenght: 3 }, 'previewLenght', 'previewLength'],
      [{ previewLength: NaN }, 'previewLength', 'got NaN'],
      [{ language: 'ruby' }, 'language', 'got "ruby"'],
    ],
  },
  REPLEntry: {
    call: (init) => new REPLHistory().append(init),
    right: { code: 'x = 1', executionTimeMs: 3, llmCalls: [] },
    wrong: [
      [{ cod: 'x = 1' }, 'cod', 'code'],
      [{ output: 5 }, 'output', 'got 5'],
      [{ llmCalls: {} }, 'llmCalls', 'got an empty object'],
    ],
  },
  REPLVariable: {
    call: (init) => new REPLVariable(init),
    right: { name: 'x', typeName: 'str' },
    wrong: [
      [{ name: 3 }, 'name', 'got 3'],
      [{ typeNam: 'x' }, 'typeNam', 'typeName'],
    ],
  },
};

function errorFrom(call: () => unknown): RlmError {
  try {
    call();
  } catch (error) {
    if (RlmError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

testOptions(entries, InvalidOptionError, { code: 'invalid_option' });

describe('REPLVariable.fromValue', () => {
  it('refuses a value that is nested too deeply, with a typed error', () => {
    let value: object = {};
    for (let level = 0; level < 100_000; level += 1) value = { value };
    expect(errorFrom(() => REPLVariable.fromValue('x', value))).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/\bnested too deeply\b.*\bJSON\b/) as string,
    });
  });
});

describe('the arguments of the data', () => {
  it.each<[string, string, () => unknown]>([
    [
      'a name without a value',
      'value',
      () => (REPLVariable.fromValue as (name: string) => unknown)('hello'),
    ],
    ['no name', 'name', () => (REPLVariable.fromValue as () => unknown)()],
    ['a name that is no text', 'name', () => REPLVariable.fromValue(42 as never, 'x')],
    ['a negative limit', 'limit', () => cutText('abc', -1)],
    ['a limit that is no number', 'limit', () => cutText('abc', NaN)],
    ['a text that is none', 'text', () => cutText(undefined as never, 1)],
  ])('refuses %s', (_, fact, call) => {
    expect(call).toThrow(errorWith({ code: 'invalid_option', facts: [fact] }));
  });

  it('describes undefined, and cuts to nothing', () => {
    expect(REPLVariable.fromValue('x', undefined).typeName).toBe('NoneType');
    expect(cutText('abc', 0).text).toContain('3 characters');
  });
});
