import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../../src/index.js';
import { MalformedMessage, readFields } from '../../../src/monty/protobuf/reader.js';
import type { Encoded } from '../../../src/monty/protobuf/writer.js';
import { readEvent } from '../../../src/monty/protocol/events.js';
import { decodeValue } from '../../../src/monty/values/decode-value.js';
import { NoData } from '../../../src/monty/values/no-data.js';
import { encodeValue } from '../../../src/monty/values/encode-value.js';
import { requireBytes, toJsonTexts } from '../../../src/monty/values/write-json.js';

const bytesOf = (encoded: Encoded): Buffer => Buffer.concat(encoded.parts);

describe('encodeValue and decodeValue', () => {
  it('give JSON data back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(decodeValue(bytesOf(encodeValue(plain)), defaultLimits)).toEqual(plain);
      }),
    );
  });

  it.each([[0], [-1], [1], [2 ** 53 - 1], [-(2 ** 53) + 1], [0.5], [-1e300], [127], [128]])(
    'keep the number %d',
    (value) => {
      expect(decodeValue(bytesOf(encodeValue(value)), defaultLimits)).toBe(value);
    },
  );

  it('refuse what is nested deeper than allowed, without reading it', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 40; depth += 1) value = [value];
    expect(() =>
      decodeValue(bytesOf(encodeValue(value)), { ...defaultLimits, maxValueDepth: 10 }),
    ).toThrow(NoData);
  });

  it('refuse what is nested more deeply than the worker reads', () => {
    let lists: unknown = 1;
    let objects: unknown = 1;
    for (let depth = 0; depth < 48; depth += 1) lists = [lists];
    for (let depth = 0; depth < 32; depth += 1) objects = { a: objects };
    expect(() => [encodeValue(lists), encodeValue(objects)]).not.toThrow();
    expect(() => encodeValue([lists])).toThrow(NoData);
    expect(() => encodeValue({ a: objects })).toThrow(NoData);
  });

  it('keep a list of 300,000 items, in few pieces', () => {
    const list = Array.from({ length: 300_000 }, (_, index) => index);
    const encoded = encodeValue(list);
    expect(encoded.parts.length).toBeLessThan(100);
    expect(decodeValue(bytesOf(encoded), { ...defaultLimits, maxValueNodes: 1e6 })).toEqual(list);
  });
});

describe('decodeValue', () => {
  /** A message's field of bytes. */
  const field = (number: number, ...parts: readonly Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    const length: number[] = [];
    for (let rest = content.length; ; rest >>>= 7) {
      length.push(rest > 127 ? (rest & 127) | 128 : rest);
      if (rest < 128) break;
    }
    const key = number * 8 + 2;
    return Buffer.concat([
      Buffer.from(key < 128 ? [key] : [(key & 127) | 128, key >> 7]),
      Buffer.from(length),
      content,
    ]);
  };

  it('refuses millions of parts before any is made', () => {
    const list = field(11, Buffer.alloc(12_000_000, Buffer.from([0x0a, 0x02, 0x72, 0x00])));
    expect(() => decodeValue(list, defaultLimits)).toThrow(/more than 100000 parts/);
  });

  it('refuses a big integer by its length, one and many', () => {
    const big = (bytes: number): Buffer => field(6, field(2, Buffer.alloc(bytes, 255)));
    expect(decodeValue(big(1_000), defaultLimits)).toMatch(/^\d{2409}$/);
    expect(() => decodeValue(big(12_500_000), defaultLimits)).toThrow(/more than 4300 digits/);
    const item = field(1, big(1_700));
    const many = field(11, ...Array.from({ length: 1_000 }, () => item));
    expect(() => decodeValue(many, defaultLimits)).toThrow(/more than 100000 parts/);
  });

  it('refuses a text by its length', () => {
    const text = field(8, Buffer.alloc(100_000_000, 120));
    expect(() => decodeValue(text, defaultLimits)).toThrow(/too large: 100000000 bytes/);
  });
});

describe('toJsonTexts', () => {
  it('writes what decodeValue makes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.bigInt(), (value, big) => {
        const bytes = bytesOf(encodeValue([JSON.parse(JSON.stringify(value)), Number(big % 9n)]));
        const [json = ''] = toJsonTexts([bytes], defaultLimits, () => 'value');
        expect(JSON.parse(json)).toEqual(decodeValue(bytes, defaultLimits));
      }),
    );
  });

  it('refuses a text whose escapes are too many, before all are made', () => {
    const bytes = bytesOf(encodeValue('\u0001'.repeat(8_000_000)));
    expect(() => toJsonTexts([bytes], defaultLimits, () => 'value')).toThrow(/too large/);
  });
});

describe('requireBytes', () => {
  it('refuses a text over the limit', () => {
    const limits = { ...defaultLimits, maxValueBytes: 5 };
    expect(requireBytes('"abc"', limits)).toBe('"abc"');
    expect(() => requireBytes('"abcd"', limits)).toThrow(/^the value .* 6 bytes/);
  });
});

describe('readFields and readEvent', () => {
  it('throw only MalformedMessage, and for what is no message', () => {
    // No field has one of these wire types.
    const key = fc.constantFrom(3, 4, 6, 7).map((wireType) => 8 + wireType);
    fc.assert(
      fc.property(key, fc.uint8Array({ maxLength: 200 }), (first, rest) => {
        const bytes = Buffer.from([first, ...rest]);
        expect(() => readFields(bytes)).toThrow(MalformedMessage);
        expect(() => readEvent(bytes)).toThrow(MalformedMessage);
      }),
    );
  });

  it('read what the writer wrote', () => {
    const printed = Buffer.concat([Buffer.of(0x12, 2), Buffer.from('hi')]);
    const event = Buffer.concat([Buffer.of(0x0a, printed.length), printed]);
    expect([...readFields(event)]).toEqual([[1, [printed]]]);
    expect(readEvent(event)).toEqual({ kind: 'print', texts: [{ stream: 'stdout', text: 'hi' }] });
  });
});
