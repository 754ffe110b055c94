import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultLimits, SandboxError, type SandboxSession } from '../../src/index.js';
import { toJsonText } from '../../src/session/host-value.js';
import { parseJsonText } from '../../src/session/json-text.js';
import { backends } from '../support/backends.js';
import { describeWhere } from '../support/describe-where.js';

const limits = { ...defaultLimits, maxValueBytes: 500, maxValueDepth: 20, maxValueNodes: 50 };
const numRuns = 10_000;

/** What a host may hand over, also what is no data. */
const anyValue = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  stringUnit: 'binary',
});
const anyText = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.json(), fc.nat(300)).map(([text, end]) => text.slice(0, end)),
  fc.nat(30).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);

/** What is made; undefined if it is refused with the error of a value. */
function madeOr<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({ code: 'value_rejected' });
    return undefined;
  }
}

describe('toJsonText', () => {
  it('gives JSON within the limits, or refuses the value', () => {
    fc.assert(
      fc.property(fc.oneof(anyValue, fc.string({ unit: 'binary', maxLength: 300 })), (value) => {
        const text = madeOr(() => toJsonText(value, limits));
        if (text === undefined) return;
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.maxValueBytes);
        expect(toJsonText(parseJsonText(text, limits), limits)).toBe(text);
      }),
      { numRuns },
    );
  });
});

describe('parseJsonText', () => {
  it('gives what JSON.parse gives, or refuses the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = madeOr(() => parseJsonText(text, limits));
        if (value === undefined) return;
        expect(value).toEqual(JSON.parse(text));
        // What is given is within the limits.
        toJsonText(value, limits);
      }),
      { numRuns },
    );
  });
});

const cells = {
  python: { take: 'y = give()', echo: 'y = echo(x)' },
  javascript: { take: 'var y = await give()', echo: 'var y = await echo(x)' },
};

/** Data as every guest gives it back: Python's integers beyond 2^53 are texts. */
function asGiven(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    Number.isInteger(part) && !Number.isSafeInteger(part) ? String(part) : part,
  );
}

for (const create of backends) {
  const backend = create();
  describeWhere(await backend.probe(), `values between a host and ${backend.name}`, () => {
    const code = cells[backend.language];
    let session: SandboxSession;
    let given: unknown;
    let seen: unknown;
    beforeAll(async () => {
      const functions = { give: () => given, echo: (value: unknown) => (seen = value) };
      session = await backend.open({ functions, limits: { maxHostCalls: 100_000 } });
    });
    afterAll(() => session.close());

    it('come back on every way as they were', async () => {
      const value = fc.oneof(
        fc.jsonValue({ stringUnit: 'binary', maxDepth: 6 }),
        fc.maxSafeInteger(),
      );
      await fc.assert(
        fc.asyncProperty(value, async (sent) => {
          const expected = asGiven(sent);
          given = sent;
          await session.set('x', sent);
          expect(asGiven(await session.get('x'))).toEqual(expected);
          for (const cell of [code.take, code.echo]) {
            expect(await session.execute(cell)).toMatchObject({ outcome: 'ok' });
            expect(asGiven(await session.get('y'))).toEqual(expected);
          }
          expect(asGiven(seen)).toEqual(expected);
          const { finalOutput } = await session.execute('FINAL([x])');
          expect(asGiven({ ...finalOutput })).toEqual({ type: 'direct', answer: [expected] });
        }),
        { numRuns: 300 },
      );
    });

    it('are refused by their own error, or set', async () => {
      await fc.assert(
        fc.asyncProperty(anyValue, async (sent) => {
          const error: unknown = await session.set('x', sent).then(
            () => undefined,
            (refusal: unknown) => refusal,
          );
          if (error !== undefined) expect(error).toMatchObject({ code: 'value_rejected' });
        }),
        { numRuns: 300 },
      );
    });
  });
}
