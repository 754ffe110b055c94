import { errorWith } from '@rlm/config/error-with';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../src/index.js';
import { toJsonText } from '../../src/session/host-value.js';

const limits = { ...defaultLimits, maxValueBytes: 1_000, maxValueDepth: 5 };
const wide = { ...defaultLimits, maxValueBytes: 1e6, maxValueDepth: 10 };

/** A list that JSON writes with two to the power of `levels` parts. */
function pairs(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value, value];
  return value;
}

describe('toJsonText', () => {
  it('gives back what parseJsonText takes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = toJsonText(value, wide);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each<[unknown, unknown]>([
    [undefined, null],
    [{ a: undefined, b: [undefined] }, { b: [null] }],
    [
      [-0, 1e300, 5e-324],
      [0, 1e300, 5e-324],
    ],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ at: [new Date(0)] }, { at: ['1970-01-01T00:00:00.000Z'] }],
    [{ big: 12n }, { big: 12 }],
    [new Map([['a', new Map([['b', 2n]])]]), { a: { b: 2 } }],
    [[new Set([1, new Set(['x'])])], [[1, ['x']]]],
    [{ toJSON: () => ({ a: new Set([1]) }) }, { a: [1] }],
    [new Map([['__proto__', 1]]), JSON.parse('{"__proto__":1}')],
  ])('makes %o what it is in JSON', (value, data) => {
    expect(JSON.parse(toJsonText(value, wide))).toEqual(data);
  });

  it.each<[unknown, ...(string | RegExp)[]]>([
    [NaN, 'x is NaN', 'JSON', 'null'],
    [{ rows: [{ price: 1 }, { price: -Infinity }] }, 'x.rows[1].price is -Infinity'],
    [new Map([['a', [NaN]]]), 'x.a[0] is NaN'],
    [[new Set([NaN])], 'is NaN'],
    [2n ** 64n, 'x is a bigint', 'text'],
    [[() => 1], 'x[0] is a function'],
    [{ a: { f: () => 1 } }, 'x.a.f is a function'],
    [{ a: /a/ }, 'x.a is a RegExp'],
    [{ a: [new TypeError('no')] }, 'x.a[0] is an Error'],
    [{ a: new Map([[1, 2]]) }, 'x.a is a Map', 'not text (1)'],
    [{ a: [Symbol('b')] }, 'x.a[0] is a symbol'],
    [{ at: new Date(NaN) }, /^x\.at .*invalid Date/],
    [new Date(NaN), /^x .*invalid Date/],
    [{ a: { toJSON: () => NaN } }, 'x.a is NaN'],
  ])('refuses %o and says where it stands', (value, ...facts) => {
    const refuse = (): string => toJsonText(value, wide, 'x');
    expect(refuse).toThrow(errorWith({ code: 'value_rejected', facts }));
  });

  it('refuses cycles, depth, functions and values that JSON cannot write', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => toJsonText(cycle, limits)).toThrow(
      errorWith({ code: 'value_rejected', facts: [/^the value\[0\] .*the value:/] }),
    );
    expect(() => toJsonText([[[[[[1]]]]]], limits)).toThrow(
      errorWith({ code: 'value_rejected', facts: [/\b5 \(limit maxValueDepth\)/] }),
    );
    expect(() => toJsonText(() => 1, limits)).toThrow(
      errorWith({ code: 'value_rejected', facts: [/^the value .*a function/] }),
    );
  });

  it('refuses what throws while it is looked at, with an error of its own', () => {
    const broken = {
      get part(): never {
        throw new Error('from the getter');
      },
    };
    const code = 'value_rejected';
    expect(() => toJsonText(broken, limits)).toThrow(expect.objectContaining({ code }));
    expect(() => toJsonText(broken, limits, 'x')).toThrow(
      errorWith({ code: 'value_rejected', facts: [/^x\.part .*: from the getter/] }),
    );
    expect(() => toJsonText([{ toJSON: () => 2n ** 64n }], limits)).toThrow(/a bigint that/);
  });

  it('refuses what has too many parts, as it is and as its toJSON gives it', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => index);
    expect(() => toJsonText(list, wide)).toThrow(/more than 100000 parts/);
    expect(() => toJsonText({ toJSON: () => list }, wide)).toThrow(/more than 100000 parts/);
  });

  it.each<[string, unknown, RegExp]>([
    ['a text of half a gigabyte', 'x'.repeat(2 ** 29 - 24), /too large: 536870888 bytes/],
    ['such texts as keys', new Map([['x'.repeat(2e6), 1]]), /too large: 2000000 bytes/],
    ['one text many times', Array(1_000).fill('x'.repeat(2_000)), /too large: 1002000 bytes/],
    ['a list of holes', Array<unknown>(4e9), /more than 100000 parts/],
    ['bytes', new Uint8Array(3e8), /more than 100000 parts/],
    ['bytes that name their data', Buffer.alloc(3e8), /more than 100000 parts/],
    [
      'what a toJSON gives',
      { toJSON: (): unknown[] => Array<unknown>(4e9) },
      /more than 100000 parts/,
    ],
    ['a text that a toJSON gives', { toJSON: () => 'x'.repeat(5e8) }, /too large: 500000000 bytes/],
    ['pairs of pairs that are shared', pairs(40), /more than 100000 parts/],
  ])('refuses %s before it is written', (_, value, message) => {
    expect(() => toJsonText(value, { ...wide, maxValueDepth: 100 })).toThrow(message);
  });

  it.each([2 ** 29 - 24, 1e9])(
    'says of what no engine can hold that it is too long for a text, with a limit of %d',
    (maxValueBytes) => {
      const longest = 'x'.repeat(2 ** 29 - 24);
      expect(() => toJsonText([longest], { ...wide, maxValueBytes }, 'x')).toThrow(
        errorWith({ code: 'value_rejected', facts: ['x[0]', '536870888 characters'] }),
      );
    },
  );

  it('refuses a record of too many keys before it reads a value', () => {
    let reads = 0;
    const record = Object.fromEntries(Array.from({ length: 60_000 }, (_, key) => [`k${key}`, 0]));
    Object.defineProperty(record, 'k0', { get: () => (reads += 1), enumerable: true });
    expect(() => toJsonText(record, wide)).toThrow(/more than 100000 parts/);
    expect(reads).toBe(0);
  });

  it('refuses what throws what has no text', () => {
    const hostile = {
      toString(): never {
        throw this;
      },
    };
    const thrower = {
      toJSON(): never {
        throw hostile;
      },
    };
    expect(() => toJsonText(thrower, wide)).toThrow(
      errorWith({ code: 'value_rejected', facts: ['has no text'] }),
    );
  });

  it('refuses objects that all point at each other in little time', () => {
    const nodes: unknown[][] = Array.from({ length: 20 }, () => []);
    for (const node of nodes) node.push(...nodes);
    expect(() => toJsonText(nodes, { ...wide, maxValueDepth: 100 })).toThrow(
      errorWith({ code: 'value_rejected', facts: [/^the value(\[0\])+ .*the value\b/] }),
    );
  });
});
