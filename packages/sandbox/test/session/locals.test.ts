import { REPLVariable } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../src/index.js';
import { readLocals } from '../../src/session/variables.js';

const entry = (name: string, json?: unknown): object => ({
  name,
  typeName: 'str',
  totalLength: 9,
  preview: 'preview',
  json,
});
const read = (...entries: readonly unknown[]): Readonly<Record<string, unknown>> =>
  readLocals(JSON.stringify(entries), defaultLimits).locals;

describe('readLocals', () => {
  it('gives the values that the guest gave, and describes the others', () => {
    const described = new REPLVariable({
      name: 'b',
      typeName: 'str',
      totalLength: 9,
      preview: 'preview',
    });
    expect(read(entry('a', '{"x":[1]}'), entry('b'))).toEqual({ a: { x: [1] }, b: described });
  });

  it.each([
    ['no JSON', '{'],
    ['no text', 5],
    ['over 2 kB', `"${'x'.repeat(2_047)}"`],
    ['over 2 kB in bytes alone', `"${'é'.repeat(1_500)}"`],
    ['too deep', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
  ])('describes a variable whose value is %s', (_what, json) => {
    expect(read(entry('a', json))['a']).toBeInstanceOf(REPLVariable);
  });

  it('takes 64 kB in all', () => {
    const entries = Array.from({ length: 100 }, (_, index) =>
      entry(`v${index}`, `"${'x'.repeat(1_998)}"`),
    );
    const values = Object.values(read(...entries)).filter((local) => typeof local === 'string');
    expect(values).toHaveLength(32);
  });

  it('has no variables where the list is none, and leaves out what is no entry', () => {
    expect(readLocals('{"a":1}', defaultLimits)).toEqual({ locals: {}, listed: [] });
    const none = { locals: {}, listed: undefined };
    expect(readLocals('[', defaultLimits)).toEqual(none);
    expect(readLocals(undefined, defaultLimits)).toEqual(none);
    expect(read(5, null, { name: 1 }, entry('a', '1'))).toEqual({ a: 1 });
  });

  it('keeps a name that objects have of their own accord as a name', () => {
    const locals = read(entry('__proto__', '{"polluted":true}'));
    expect(Object.keys(locals)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
