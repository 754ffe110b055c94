import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedMessage, readFields } from '../../../src/monty/protobuf/reader.js';
import type { Encoded } from '../../../src/monty/protobuf/writer.js';
import { readEvent } from '../../../src/monty/protocol/events.js';
import { decodeValue, toJsonText } from '../../../src/monty/values/decode-value.js';
import { NoData } from '../../../src/monty/values/no-data.js';
import { encodeValue } from '../../../src/monty/values/encode-value.js';

const bytesOf = (encoded: Encoded): Buffer => Buffer.concat(encoded.parts);

describe('encodeValue and decodeValue', () => {
  it('give JSON data back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(decodeValue(bytesOf(encodeValue(plain)), 20)).toEqual(plain);
      }),
    );
  });

  it.each([[0], [-1], [1], [2 ** 53 - 1], [-(2 ** 53) + 1], [0.5], [-1e300], [127], [128]])(
    'keep the number %d',
    (value) => {
      expect(decodeValue(bytesOf(encodeValue(value)), 1)).toBe(value);
    },
  );

  it('refuse what is nested deeper than allowed, without reading it', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 40; depth += 1) value = [value];
    expect(() => decodeValue(bytesOf(encodeValue(value)), 10)).toThrow(NoData);
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
    expect(decodeValue(bytesOf(encoded), 1)).toEqual(list);
  });
});

describe('toJsonText', () => {
  it('refuses a text over the limit', () => {
    expect(toJsonText('abc', 5)).toBe('"abc"');
    expect(() => toJsonText('abcd', 5)).toThrow('the value takes 6 bytes, the limit is 5');
  });
});

describe('readFields and readEvent', () => {
  it('throw only MalformedMessage, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const read of [readFields, readEvent]) {
          try {
            read(Buffer.from(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedMessage);
          }
        }
      }),
    );
  });
});
