import type { Table } from '../case.js';

/** Values that JSON cannot hold: what code writes for them, and what the error says of the part at `rows[1].x`. */
const unfit: readonly (readonly [name: string, python: string, javascript: string])[] = [
  ['NaN', 'float("nan")', 'NaN'],
  ['an infinity', 'float("-inf")', '-Infinity'],
  ['an error', 'ValueError("why")', 'new TypeError("why")'],
  ['bytes', 'b"abc"', 'new Uint8Array(3)'],
  ['a function', 'len', 'parseInt'],
  ['a class', 'ValueError', 'class A {}'],
  ['a key that is a list of values', '{("a", 1): 2}', 'new Map([[["a", 1], 2]])'],
];

const python = (call: string, value: string): string =>
  `try:\n    ${call}({"rows": [1, {"x": ${value}}]})\nexcept Exception as e:\n    print(e)`;
const javascript = (call: string, value: string): string =>
  `try { await ${call}({ rows: [1, { x: ${value} }] }) } catch (e) { print(e.message) }`;

/** Values that leave the guest: what JSON cannot hold is refused in the cell, with its path. */
export const leavingCases: Table = {
  ...Object.fromEntries(
    unfit.map(([name, inPython, inJavaScript]) => [
      `${name} in an argument is refused with its path, and can be caught`,
      {
        python: python('echo', inPython),
        javascript: javascript('echo', inJavaScript),
        expected: { prints: ['rows[1].x '], calls: 0 },
      },
    ]),
  ),
  'such a value in an answer is refused with its path, and ends nothing': {
    python: python('FINAL', 'len'),
    javascript: javascript('FINAL', 'parseInt'),
    expected: { prints: ['answer.rows[1].x '], final: null },
  },
  'such a value in a variable that is the answer is refused with its path': {
    python: 'found = [float("nan")]\nFINAL_VAR("found")',
    javascript: 'const found = [NaN]\nFINAL_VAR("found")',
    expected: { outcome: 'error', final: null, errorContains: 'found[0] ' },
  },
  'the error of a value that JSON cannot hold says how it is found': {
    python: 'echo(float("nan"))',
    javascript: 'await echo(NaN)',
    expected: {
      outcome: 'error',
      errorType: { python: 'ValueError', javascript: 'TypeError' },
      errorContains: { python: 'math.isfinite', javascript: 'Number.isFinite' },
    },
  },
  'the error of an exception says to write its text': {
    python: 'FINAL({"error": ValueError("why")})',
    javascript: 'FINAL({ error: new Error("why") })',
    expected: {
      outcome: 'error',
      final: null,
      errorContains: { python: 'str(error)', javascript: 'String(error)' },
    },
  },
  'a value that JSON cannot hold is refused in an awaited call too': {
    python: 'await echo({"a": [float("inf")]})',
    javascript: 'await Promise.all([echo({ a: [Infinity] })])',
    expected: { outcome: 'error', errorContains: 'a[0] ', calls: 0 },
  },
  'the language’s nothing stays within data': {
    python: 'print(len(echo({"a": None, "b": [None]})))',
    javascript:
      'const v = await echo({ a: undefined, b: [undefined, null] }); print(JSON.stringify(v))',
    expected: { stdout: { python: '2\n', javascript: '{"b":[null,null]}\n' } },
  },
  'sets and the like leave as lists': {
    python: 'print(echo({1}), echo((1, 2)))',
    javascript: 'print(JSON.stringify([await echo(new Set([1])), await echo([1, 2])]))',
    expected: { stdout: { python: '[1] [1, 2]\n', javascript: '[[1],[1,2]]\n' } },
  },
};
