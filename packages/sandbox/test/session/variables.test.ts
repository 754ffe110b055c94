import { describe, expect, it } from 'vitest';

import { parseVariables, readEntries, toVariable } from '../../src/session/variables.js';

const x = { name: 'x', typeName: 'list', totalLength: 6, preview: '[1, 2]' };

describe('the variables of a guest', () => {
  it('are read, without what is no variable', () => {
    expect(
      parseVariables(JSON.stringify([x, null, 7, 'text', { ...x, items: 2, more: 1 }])),
    ).toEqual([x, { ...x, items: 2 }]);
    expect(parseVariables('{"length": 1, "0": {}}')).toEqual([]);
    expect(readEntries('"text"')).toEqual([]);
  });

  it.each([
    ['name', undefined],
    ['name', 7],
    ['name', 'n'.repeat(1_000)],
    ['typeName', 7],
    ['totalLength', '6'],
    ['preview', null],
  ])('are left out if %s is %s', (field, value) => {
    expect(toVariable({ ...x, [field]: value })).toBe(undefined);
  });

  it.each([
    [0, 0],
    [3, 3],
    [-1, undefined],
    [1.5, undefined],
    ['3', undefined],
  ])('have so many items: %s is %s', (items, shown) => {
    expect(toVariable({ ...x, items })).toEqual(shown === undefined ? x : { ...x, items: shown });
  });

  it('are shortened, and cannot be changed', () => {
    const long = toVariable({ ...x, typeName: 't'.repeat(300), preview: 'p'.repeat(600) });
    expect([long?.typeName.length, long?.preview.length]).toEqual([200, 500]);
    expect(Object.isFrozen(long)).toBe(true);
    expect(Object.isFrozen(parseVariables('[]'))).toBe(true);
  });

  it('are refused in a list that is deeper or larger than a list of a thousand', () => {
    expect(() => parseVariables('[[[[1]]]]')).toThrow(/nested deeper than 3/);
    expect(() => parseVariables(`["${'x'.repeat(8 * 2 ** 20)}"]`)).toThrow(/too large/);
    expect(() => parseVariables(`[${'1,'.repeat(20_000)}1]`)).toThrow(/more than 20000 parts/);
  });
});
