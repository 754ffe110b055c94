import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readMessage } from '../../src/process/old/read-message.js';
import { createMessageReader, encodeMessage } from '../../src/process/old/wire.js';

const numRuns = 10_000;
const bounds = { jsonBytes: 2_000, partBytes: () => 20_000 };

interface Heard {
  readonly messages: unknown[];
  readonly faults: string[];
}

/** Gives bytes to a reader, in pieces of `size`. */
function hear(bytes: Buffer, size: number, most?: typeof bounds): Heard {
  const heard: Heard = { messages: [], faults: [] };
  const reader = createMessageReader(
    (message) => heard.messages.push(message),
    (reason) => heard.faults.push(reason),
    most,
  );
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return heard;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'grapheme' }).map((part) => part.repeat(2_000)),
);
const leaf = fc.oneof(
  text,
  fc.double({ noNaN: true }).map((number) => number + 0),
  fc.constantFrom(true, false, null, Infinity, -Infinity),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => new Uint8Array(bytes)),
);
const keys = fc
  .string({ unit: 'grapheme' })
  .filter((key) => !/^\$(?:part|number)$|^slices$|^__proto__$/.test(key));
const data = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  record: fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).record;

describe('messages between a host and its process', () => {
  it('arrive as they were sent, however their bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(data, { maxLength: 4 }),
        fc.integer({ min: 1, max: 9_000 }),
        (sent, size) => {
          const bytes = Buffer.concat(sent.flatMap((message) => [...encodeMessage(message)]));
          expect(hear(bytes, size)).toEqual({ messages: sent, faults: [] });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('are refused once, whatever bytes come, and nothing follows', () => {
    const frame = fc
      .tuple(
        fc.nat(6),
        fc.oneof(fc.nat(100), fc.nat(0xffffffff)),
        fc.uint8Array({ maxLength: 100 }),
      )
      .map(([kind, length, bytes]) => {
        const header = Buffer.alloc(5);
        header.writeUInt8(kind);
        header.writeUInt32LE(length, 1);
        return Buffer.concat([header, bytes]);
      });
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        (frames, size) => {
          const { faults } = hear(Buffer.concat(frames), size, bounds);
          expect(faults.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns },
    );
  });
});

describe('readMessage', () => {
  const types = ['ready', 'built', 'diagnostic', 'file', 'started', 'killed', 'refused', 'frames'];
  const mostlyText = fc.oneof(fc.string(), fc.string(), fc.anything());
  const field = fc.oneof(
    fc.anything(),
    fc.record({ kind: fc.constantFrom('crashed', 'memory', '__proto__'), reason: mostlyText }),
    fc.record({ code: mostlyText, message: mostlyText, option: mostlyText }),
  );
  const message = fc.record(
    {
      type: fc.constantFrom(...types, 'snapshot', 'exit', 'hello'),
      engine: fc.oneof(fc.nat(3), fc.anything()),
      holes: field,
      build: field,
      error: field,
      diagnostic: field,
      bytes: fc.oneof(fc.uint8Array(), field),
      frames: field,
      exit: field,
      more: field,
    },
    { requiredKeys: ['type'] },
  );
  const known = new Set([
    'type',
    'engine',
    'holes',
    'build',
    'error',
    'diagnostic',
    'bytes',
    'frames',
    'exit',
  ]);

  it('gives a plain object of known fields, or undefined, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(message, fc.anything()), (value) => {
        const read = readMessage(value);
        if (read === undefined) return;
        expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
        expect(Object.keys(read).filter((key) => !known.has(key))).toEqual([]);
        if ('engine' in read) expect(Number.isSafeInteger(read.engine)).toBe(true);
        const { error, exit, diagnostic } = read as {
          error?: object;
          exit?: object;
          diagnostic?: object;
        };
        const texts = Object.values(error ?? exit ?? diagnostic ?? {});
        expect(texts.filter((text) => !['string', 'undefined'].includes(typeof text))).toEqual([]);
      }),
      { numRuns },
    );
  });
});
