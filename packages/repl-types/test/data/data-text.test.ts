import { errorWith } from '@rlm/config/error-with';
import { hostileData } from '@rlm/config/hostile-data';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DataError, dataText, knownText, toData } from '../../src/internal.js';

const limits = { maxDepth: 100 };
const wide = { maxDepth: 100, maxParts: 100_000, maxChars: 1e6 };

/** A value that JSON writes with two to the power of `levels` parts. */
function pairs(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value, value];
  return value;
}

function faultOf(value: unknown, most = limits): DataError {
  try {
    dataText(value, 'value', most);
  } catch (error) {
    if (DataError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('dataText', () => {
  class Row {
    readonly id = 1;
    readonly #secret = 2;
    get secret(): number {
      return this.#secret;
    }
  }

  it.each<[string, object]>([
    ['an iterator', [1].values()],
    [
      'a generator',
      (function* () {
        yield 1;
      })(),
    ],
    [
      'an iterable without fields',
      {
        __proto__: {
          *[Symbol.iterator]() {
            yield 1;
          },
        },
      },
    ],
    [
      'an object with private state',
      new (class Account {
        #a = 1;
        get a() {
          return this.#a;
        }
      })(),
    ],
    [
      'a plain iterable',
      {
        *[Symbol.iterator]() {
          yield 1;
        },
      },
    ],
    ['a boxed symbol', Object(Symbol('a')) as object],
    ['hidden fields of a class', Object.defineProperty(new Row(), 'id', { enumerable: false })],
  ])('refuses %s, whose data it would lose', (_, value) => {
    expect(faultOf({ rows: [value] })).toMatchObject({
      details: { fault: 'not_data', path: ['rows', 0] },
    });
  });

  it('names the class of an object that shows no fields', () => {
    class Account {
      #balance = 1;
      add(more: number): number {
        return (this.#balance += more);
      }
    }
    expect(faultOf(new Account()).message).toMatch(/\bAccount\b.*toJSON/);
  });

  it.each<[string, unknown, unknown]>([
    ['undefined', undefined, null],
    ['fields and items that are undefined', { a: undefined, b: [undefined] }, { b: [null] }],
    ['a Date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a Map', new Map([['a', new Map([['b', 2n]])]]), { a: { b: 2 } }],
    ['a Set', [new Set([1, new Set(['x'])])], [[1, ['x']]]],
    ['own fields of an instance', [new Row(), 1n], [{ id: 1 }, 1]],
    ['what toJSON gives', { a: { toJSON: (key: string) => new Set([key]) } }, { a: ['a'] }],
    [
      'a toJSON that gives itself',
      {
        n: 1,
        toJSON() {
          return { ...this, toJSON: undefined };
        },
      },
      { n: 1 },
    ],
    ['boxed scalars', [Object(1), Object('a'), Object(true), 2n], [1, 'a', true, 2]],
    ['a list of bytes by its indexes', new Uint8Array([7, 8]), { 0: 7, 1: 8 }],
    ['a field named __proto__', new Map([['__proto__', 1n]]), JSON.parse('{"__proto__":1}')],
    [
      'one object in two places',
      ((one) => ({ a: one, b: [one] }))({ x: 1 }),
      { a: { x: 1 }, b: [{ x: 1 }] },
    ],
    ['holes', [1, , 2], [1, null, 2]], // eslint-disable-line no-sparse-arrays -- a hole is the case
  ])('takes %s', (_, value, data) => {
    expect(JSON.parse(dataText(value, 'value', limits))).toEqual(data);
  });

  it.each(hostileData)('refuses $name, with its path', ({ make, fault, path, says }) => {
    const error = faultOf(make());
    expect(error).toMatchObject({ code: 'invalid_data', details: { fault, path } });
    expect(error.message).toMatch(says);
  });

  it('shows the beginning and the end of a long path, and no key of a megabyte', () => {
    expect(faultOf({ ['k'.repeat(1e6)]: NaN }).message).toMatch(
      /^value\[a key of 1000000 characters\] is NaN/,
    );
  });

  it('counts what is in a value several times, and walks it once', () => {
    expect(faultOf(pairs(60)).details.fault).toBe('too_large');
    expect(faultOf(pairs(60), wide).details.fault).toBe('too_many_parts');
    expect(faultOf(Array(4e9), limits).details.fault).toBe('too_large');
    expect(faultOf(Buffer.alloc(3e8), limits).details.fault).toBe('too_many_parts');
    expect(faultOf({ toJSON: (): unknown => Array(4e9) }, wide).details.fault).toBe(
      'too_many_parts',
    );
  });

  it('finds a part that is too deep only where it comes again', () => {
    const tall = { rows: Array.from({ length: 100 }, () => [1]) };
    let below: unknown = tall;
    for (let level = 0; level < 98; level++) below = { below };
    const error = faultOf({ tall, below });
    expect(error.details.fault).toBe('too_deep');
    expect(error.details.path.slice(0, 2)).toEqual(['below', 'below']);
  });

  it('reads each part once if JSON would change some of it', () => {
    let reads = 0;
    const value = {
      big: 1n,
      get part() {
        return (reads += 1);
      },
    };
    expect(dataText([value], 'value', limits)).toBe('[{"big":1,"part":1}]');
  });

  it('refuses a proxy that is a circle only when it is read again', () => {
    let reads = 0;
    const target: Record<string, unknown> = { a: 1 };
    const shifty = new Proxy(target, {
      get: (from, key) => (key === 'a' && (reads += 1) > 1 ? shifty : from[String(key)]),
    });
    expect(faultOf(shifty).details).toEqual({ fault: 'circular', path: ['a'] });
  });
});

/** Values with circles, shared parts, proxies, accessors, instances, Maps, Sets and bigints. */
const graphs = fc
  .array(
    fc.record({
      kind: fc.constantFrom(
        'list',
        'object',
        'map',
        'set',
        'instance',
        'proxy',
        'getter',
        'json',
        'thrower',
      ),
      keys: fc.array(fc.oneof(fc.string(), fc.constant('__proto__')), { maxLength: 3 }),
      leaf: fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withSparseArray: true,
        withBoxedValues: true,
        withNullPrototype: true,
      }),
      links: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((nodes) => {
    class Instance {
      readonly own = 1;
    }
    const made: unknown[] = nodes.map(({ kind }) =>
      kind === 'list'
        ? []
        : kind === 'map'
          ? new Map()
          : kind === 'set'
            ? new Set()
            : kind === 'instance'
              ? new Instance()
              : {},
    );
    nodes.forEach(({ kind, keys, leaf, links }, index) => {
      const node = made[index];
      const parts = [leaf, ...links.map((link) => made[link % made.length])];
      parts.forEach((part, at) => {
        const key = keys[at] ?? `k${at}`;
        if (Array.isArray(node)) node.push(part);
        else if (node instanceof Map) node.set(at === 2 ? at : key, part);
        else if (node instanceof Set) node.add(part);
        else {
          const accessor = {
            get: (): unknown => {
              if (kind === 'thrower') throw new Error('hostile');
              return part;
            },
          };
          const field = kind === 'getter' || kind === 'thrower' ? accessor : { value: part };
          Object.defineProperty(node, key, { ...field, enumerable: true, configurable: true });
        }
      });
      if (kind === 'json') Object.assign(node as object, { toJSON: () => parts });
    });
    return nodes[0]?.kind === 'proxy' ? new Proxy(made[0] as object, {}) : made[0];
  });

/** Whether a path leads from a value to one of its parts. */
function resolves(value: unknown, path: readonly (string | number)[]): boolean {
  let part: unknown = value;
  for (const step of path) {
    for (;;) {
      const { toJSON } = (part ?? {}) as { readonly toJSON?: unknown };
      if (typeof toJSON !== 'function') break;
      part = Reflect.apply(toJSON, part, ['']);
    }
    if (part instanceof Map) {
      if (!part.has(step)) return false;
      part = part.get(step);
    } else if (part instanceof Set) part = [...part][step as number];
    else {
      if (!Object.hasOwn(part as object, step)) return false;
      try {
        part = (part as Readonly<Record<string, unknown>>)[step];
      } catch {
        part = undefined;
      }
    }
  }
  return true;
}

describe('any value', () => {
  it('is JSON text, or an error whose path leads to a part of it', () => {
    let texts = 0;
    let faults = 0;
    fc.assert(
      fc.property(graphs, (value) => {
        let text: string;
        try {
          text = dataText(value, 'value', { ...limits, maxParts: 10_000, maxChars: 1e6 });
        } catch (error) {
          expect(DataError.isInstance(error)).toBe(true);
          const { details, message } = error as DataError;
          expect(message).toMatch(/^value/);
          expect(resolves(value, details.path)).toBe(true);
          faults += 1;
          return;
        }
        texts += 1;
        expect(() => JSON.parse(text) as unknown).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(texts, faults)).toBeGreaterThan(20);
  });

  it('is what JSON makes of it, if JSON changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(dataText(value, 'value', limits)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('toData', () => {
  it('gives a copy whose text is known, and is not walked again', () => {
    let reads = 0;
    const value = {
      get a() {
        return [(reads += 1)];
      },
    };
    const data = toData(value, 'value', limits);
    const readBefore = reads;
    expect(data).toEqual(JSON.parse(knownText(data) ?? ''));
    expect(dataText(data, 'value', limits)).toBe(knownText(data));
    expect(reads).toBe(readBefore);
    expect(knownText(value)).toBeUndefined();
  });

  it('holds known data to other limits', () => {
    const data = toData([[[1]]], 'value', limits);
    expect(() => dataText(data, 'x', { maxDepth: 2 })).toThrow(
      errorWith({ code: 'invalid_data', details: { fault: 'too_deep' }, facts: ['2 levels'] }),
    );
    expect(() => dataText(data, 'x', { maxDepth: 5, maxParts: 2 })).toThrow(
      errorWith({ code: 'invalid_data', details: { fault: 'too_many_parts' }, facts: ['2 parts'] }),
    );
  });

  it.each(['text', 1, true, null, undefined])('gives the scalar %j as it is', (value) => {
    expect(toData(value, 'value', limits)).toBe(value ?? null);
  });
});
