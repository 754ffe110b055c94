import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeGuestFrame } from '../../src/process/frames.js';
import { kinds } from '../../src/process/kinds.js';
import { createFrameSplitter } from '../../src/process/pipe.js';
import { parseGuestFrame } from '../../src/session/parse-frame.js';
import { parseVariables } from '../../src/session/variables.js';

const run = <Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>): void => {
  fc.assert(property, { numRuns: 20_000 });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('polluted' in {}).toBe(false);
};

const someBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
/** The first line of a frame as a guest may forge it: right names with any values, or anything. */
const head = fc.oneof(
  fc
    .record(
      {
        id: fc.anything(),
        name: fc.anything(),
        kind: fc.constantFrom('direct', 'variable', 'submit', 'x', 5),
        type: fc.constantFrom('done', 'final', 'call'),
        status: fc.constantFrom('ok', 'error', 'memory', 'interrupted', 'x'),
        error: fc.oneof(fc.anything(), fc.record({ type: fc.string(), message: fc.string() })),
        stdout: fc.oneof(
          fc.anything(),
          fc.record({ tail: fc.string(), dropped: fc.oneof(fc.double(), fc.maxSafeInteger()) }),
        ),
      },
      { requiredKeys: [] },
    )
    .map((value) => {
      try {
        return JSON.stringify(value);
      } catch {
        return '{}';
      }
    }),
  fc.constantFrom('{"__proto__":{"polluted":1}}', '[]', 'null', '{', ''),
  fc.string({ unit: 'binary' }),
);
const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('['.repeat(10_000)));
const payload = fc
  .tuple(head, fc.boolean(), body)
  .map(([first, hasBody, rest]) => (hasBody ? `${first}\n${rest}` : first));
const cuts = fc.array(fc.nat(500), { maxLength: 8 });

/** Bytes in the pieces in which a stream may bring them. */
function* cut(bytes: Buffer, places: readonly number[]): Generator<Buffer> {
  const inside = places.filter((place) => place < bytes.length);
  const all = [0, ...inside.sort((one, other) => one - other), bytes.length];
  for (const [index, start] of all.slice(0, -1).entries()) {
    yield bytes.subarray(start, all[index + 1]);
  }
}

/** A length that is announced, and what follows it. */
const announced = fc
  .tuple(fc.nat(0xffffffff), fc.boolean(), someBytes)
  .map(([length, isTrue, bytes]) => ({ length: isTrue ? bytes.length : length, bytes }));

interface Announced {
  readonly length: number;
  readonly bytes: Buffer;
}

/** Frames one after the other: the kind, the length as it is announced, the bytes. */
function joined(frames: readonly Announced[]): Buffer {
  return Buffer.concat(
    frames.flatMap(({ length, bytes }) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(length);
      return [Buffer.of(kinds.call), size, bytes];
    }),
  );
}

describe('createFrameSplitter', () => {
  it('gives whole frames within the limit only, and allocates nothing for a forged length', () => {
    run(
      fc.property(fc.array(announced, { minLength: 1, maxLength: 4 }), cuts, (frames, places) => {
        const bytes = joined(frames);
        const limit = 300;
        let taken = 0;
        let refusals = 0;
        const push = createFrameSplitter({
          limitOf: () => limit,
          onFrame(_kind, part) {
            expect(part.length).toBeLessThanOrEqual(limit);
            taken += part.length + 5;
          },
          onTooLong(_kind, length) {
            expect(length).toBeGreaterThan(limit);
            refusals++;
          },
        });
        for (const piece of cut(bytes, places)) push(piece);
        expect(taken).toBeLessThanOrEqual(bytes.length);
        expect(refusals).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('decodeGuestFrame', () => {
  it('gives frames for the session to check, or undefined, and never throws', () => {
    const kind = fc.oneof(fc.constantFrom(...Object.values(kinds)), fc.nat(255));
    run(
      fc.property(kind, fc.oneof(payload, fc.string()), (number, text) => {
        const frame = decodeGuestFrame(number, Buffer.from(text));
        if (frame !== undefined) requireKnown(parseGuestFrame(frame));
      }),
    );
  });

  it('never throws for bytes that are no text', () => {
    run(
      fc.property(fc.nat(255), someBytes, (kind, bytes) => {
        expect(() => decodeGuestFrame(kind, bytes)).not.toThrow();
      }),
    );
  });
});

/** Known fields only, of the right kinds, without a prototype of somebody else. */
function requireKnown(frame: ReturnType<typeof parseGuestFrame>): void {
  if (frame === undefined) return;
  expect(Object.getPrototypeOf(frame)).toBe(Object.prototype);
  expect(Object.hasOwn(frame, '__proto__')).toBe(false);
  if ('id' in frame) expect(Number.isSafeInteger(frame.id)).toBe(true);
  if (frame.type === 'final') expect(typeof frame.json).toBe('string');
  if (frame.type === 'call')
    expect([typeof frame.name, typeof frame.args]).toEqual(['string', 'string']);
}

describe('parseVariables', () => {
  it('leaves out what is none, and never throws anything but a refusal', () => {
    run(
      fc.property(body, (text) => {
        try {
          for (const variable of parseVariables(text)) {
            expect(variable.preview.length).toBeLessThanOrEqual(500);
          }
        } catch (error) {
          expect(error).toMatchObject({ name: 'SandboxError', code: 'value_rejected' });
        }
      }),
    );
  });
});
