import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findValueFault } from '../../src/session/json-text.js';

const wide = { maxValueDepth: 1e6, maxValueNodes: 1e6, maxValueDigits: 1e6 };

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Scalars, lists, objects and keys; long numbers count more. */
function partsOf(value: unknown): number {
  if (typeof value === 'number') return 1 + Math.floor(JSON.stringify(value).length / 25);
  if (typeof value !== 'object' || value === null) return 1;
  const keys = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, part) => sum + partsOf(part), 1 + keys);
}

describe('findValueFault', () => {
  it('counts the nesting and the parts of the parsed value, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const parsed: unknown = JSON.parse(text);
        const [maxValueDepth, maxValueNodes] = [depthOf(parsed), partsOf(parsed)];
        expect(findValueFault(text, { ...wide, maxValueDepth, maxValueNodes })).toBe(undefined);
        if (maxValueDepth > 0) {
          const shallow = { ...wide, maxValueDepth: maxValueDepth - 1 };
          expect(findValueFault(text, shallow)).toMatch(/nested/);
        }
        expect(findValueFault(text, { ...wide, maxValueNodes: maxValueNodes - 1 })).toMatch(
          /parts/,
        );
      }),
    );
  });

  it.each([
    ['"[[[["', 0],
    ['["\\"[", 1]', 1],
    ['["\\\\", [1]]', 2],
    ['"[', 0],
    ['[1[2', 2],
    ['[1"[[[",1', 1],
  ])('finds the nesting of %s to be %i', (text, depth) => {
    expect(findValueFault(text, { ...wide, maxValueDepth: depth })).toBe(undefined);
    if (depth > 0)
      expect(findValueFault(text, { ...wide, maxValueDepth: depth - 1 })).toMatch(/deep/);
  });

  it('ends at the first fault, however long the text is', () => {
    const text = `[${'[],'.repeat(5_000_000)}[]]`;
    const fault = findValueFault(text, { ...wide, maxValueNodes: 1_000 });
    expect(fault).toContain('more than 1000 parts');
    expect(fault).toContain('limit maxValueNodes');
  });

  it.each([
    ['1', 1],
    ['[1,2]', 3],
    ['{"a":1}', 3],
    ['[1"a"2]', 4],
    ['[1[2]3]', 5],
    ['[1{"a":2}]', 5],
    ['[1 2]', 3],
    ['[true,null]', 3],
    [`[${'1'.repeat(24)}]`, 2],
    [`[${'1'.repeat(25)}]`, 3],
    [`[${'1'.repeat(50)}]`, 4],
    [`[${' '.repeat(24)}]`, 1],
    [`[${' '.repeat(25)}]`, 2],
    [`[${'\t\n\r '.repeat(25)}]`, 5],
    ['"a\\"b"1', 2],
    ['"a\\\\"1', 2],
    ['"a', 1],
    ['"\\', 1],
  ])('finds as many parts in %j as expected: %i', (text, parts) => {
    expect(findValueFault(text, { ...wide, maxValueNodes: parts })).toBe(undefined);
    expect(findValueFault(text, { ...wide, maxValueNodes: parts - 1 })).toMatch(/parts/);
  });

  it.each(['12345', '[12345]', '{"a":12345}', '12345 ', '12345"a"', '12345[1]', '12345{"a":1}'])(
    'finds five digits in %s',
    (text) => {
      expect(findValueFault(text, { ...wide, maxValueDigits: 5 })).toBe(undefined);
      expect(findValueFault(text, { ...wide, maxValueDigits: 4 })).toMatch(/more than 4 digits/);
    },
  );
});
