import { hostileData } from '@rlm/config/hostile-data';
import { invalidOption } from '@rlm/config/options-suite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { REPLVariable } from '../src/index.js';
import { readVectors } from './support/vectors.js';

interface Input {
  readonly name: string;
  readonly value?: unknown;
  readonly value_repeat?: { readonly text: string; readonly times: number };
  readonly py?: string;
  readonly description?: string;
  readonly constraints?: string;
  readonly preview_length?: number;
}

interface Output {
  readonly name: string;
  readonly type_name: string;
  readonly description: string;
  readonly constraints: string;
  readonly total_length: number;
  readonly preview: string;
  readonly formatted: string;
}

const pythonValue = 'its input is a Python value that JSON cannot express';
const skipped: Readonly<Record<string, string>> = {
  tuple: pythonValue,
  bytes: pythonValue,
  'dict-date': pythonValue,
  'dict-nan': pythonValue,
};

describe('REPLVariable', () => {
  for (const { name, input, expected, better } of readVectors<Input, Output>('repl_variable')) {
    const reason = skipped[name];
    if (reason !== undefined) {
      it.skip(`${name} (skipped: ${reason})`);
      continue;
    }
    it(`follows the vector ${name}`, () => {
      const { value_repeat: repeat, description, constraints, preview_length } = input;
      const value = repeat === undefined ? input.value : repeat.text.repeat(repeat.times);
      const variable = REPLVariable.fromValue(input.name, value, {
        ...(description === undefined ? {} : { description }),
        ...(constraints === undefined ? {} : { constraints }),
        ...(preview_length === undefined ? {} : { previewLength: preview_length }),
      });
      const { typeName, totalLength, ...rest } = variable.toJSON();
      expect({
        ...rest,
        type_name: typeName,
        total_length: totalLength,
        formatted: variable.format(),
      }).toMatchObject(better ?? expected);
    });
  }
});

describe('REPLVariable.fromValue', () => {
  it.each([
    ['text', 'str', 'string'],
    [1, 'int', 'number'],
    [1.5, 'float', 'number'],
    [10n, 'int', 'bigint'],
    [true, 'bool', 'boolean'],
    [null, 'NoneType', 'null'],
    [undefined, 'NoneType', 'undefined'],
    [[], 'list', 'array'],
    [{}, 'dict', 'object'],
    [Object.create(null), 'dict', 'object'],
    [new Map(), 'dict', 'Map'],
    [new Set(), 'set', 'Set'],
    [new Uint8Array(1), 'bytes', 'Uint8Array'],
    [new Date(0), 'Date', 'Date'],
    [Math.max, 'function', 'function'],
  ])('names the type of %s in the language of the REPL', (value: unknown, python, javascript) => {
    expect(REPLVariable.fromValue('x', value).typeName).toBe(python);
    expect(REPLVariable.fromValue('x', value, { language: 'javascript' }).typeName).toBe(
      javascript,
    );
  });

  it.each([
    [true, 'True', 'true'],
    [null, 'None', 'null'],
    [1e-7, '1e-07', '1e-7'],
    [1e21, '1e+21', '1e+21'],
    [NaN, 'nan', 'NaN'],
    [-Infinity, '-inf', '-Infinity'],
    [new Map([['a', new Set([1n])]]), '{\n  "a": [\n    "1"\n  ]\n}', undefined],
  ])('shows %s as the language of the REPL does', (value: unknown, python, javascript) => {
    expect(REPLVariable.fromValue('x', value).preview).toBe(python);
    expect(REPLVariable.fromValue('x', value, { language: 'javascript' }).preview).toBe(
      javascript ?? python,
    );
  });

  it('counts code points for Python and UTF-16 units for JavaScript', () => {
    expect(REPLVariable.fromValue('x', '😀a\ud83d').totalLength).toBe(3);
    expect(REPLVariable.fromValue('x', '😀a', { language: 'javascript' }).totalLength).toBe(3);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(REPLVariable.fromValue('x', text).totalLength).toBe(Array.from(text).length);
      }),
    );
  });

  it('never cuts a character in two', () => {
    const options = { previewLength: 1, language: 'javascript' } as const;
    expect(REPLVariable.fromValue('x', '😀😀', options).preview).toBe('😀...');
    expect(REPLVariable.fromValue('x', '😀😀', { previewLength: 1 }).preview).toBe('😀...');
  });

  it('cuts a cycle instead of failing', () => {
    const cycle: Record<string, unknown> = { name: 'a' };
    cycle['self'] = cycle;
    expect(REPLVariable.fromValue('x', cycle).preview).toContain('[Circular]');
    const map = new Map<string, unknown>();
    map.set('self', map);
    expect(REPLVariable.fromValue('x', map).preview).toContain('[Circular]');
  });

  const shallow = hostileData.filter(({ fault }) => fault !== 'too_deep');
  it.each(shallow)('has a preview of $name', ({ make }) => {
    expect(REPLVariable.fromValue('x', make()).preview).toEqual(expect.any(String));
  });

  it('refuses a name that is no text and a length that is no number', () => {
    expect(() => REPLVariable.fromValue(3 as never, 'x')).toThrow(invalidOption('name', 'got 3'));
    expect(() => REPLVariable.fromValue('x', 'x', { previewLength: NaN })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});

describe('REPLVariable.format', () => {
  it('fences a value that holds fences with a longer one', () => {
    const text = REPLVariable.fromValue('doc', '````md\n```\n````').format();
    expect(text).toContain('Preview:\n`````\n````md\n```\n````\n`````');
  });
});
