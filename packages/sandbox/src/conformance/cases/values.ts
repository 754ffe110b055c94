import { both, type Table } from '../case.js';

/** The value of a cell's last expression: shown separately from printed output. */
export const valueCases: Table = {
  'the value of the last expression is shown and not printed, also before a comment': {
    python: 'print("out")\n6 * 7  # the answer\n\n# done\n',
    javascript: 'print("out")\n6 * 7 // the answer\n\n// done\n',
    expected: { stdout: 'out\n', value: '42' },
  },
  'data is shown readably, with texts as they are written': {
    python: 'x = {"key": ["b \\n", 2.5]}\nx',
    javascript: 'const x = { key: ["b \\n", 2.5] }\nx',
    expected: { valueContains: ['key', 'b \\n', '2.5'] },
  },
  'a cell that ends with an assignment has no value': {
    ...both('5\nx = 6'),
    expected: { value: null },
  },
  'an expression inside a statement is not shown': {
    python: 'if True:\n    5',
    javascript: 'if (true) { 5 }',
    expected: { value: null },
  },
  'the last expression is evaluated once': {
    python: ['n = 0\ndef count():\n    global n\n    n += 1\n    return n', 'count()', 'n'],
    javascript: ['let n = 0\nfunction count() { return ++n }', 'count()', 'n'],
    expected: { value: '1' },
  },
  'the value of a host call is shown': {
    python: 'llm_query("q")',
    javascript: 'await llm_query("q")',
    expected: { valueContains: ['re:q'], calls: 1 },
  },
  'a cell that fails has no value': {
    python: '1\n1/0',
    javascript: '1\nnull.x',
    expected: { outcome: 'error', value: null },
  },
  'a cell that ends the run has no value': {
    ...both('FINAL(1)\n5'),
    expected: { outcome: 'final', value: null },
  },
  'a value does not leak into the next cell': {
    isAlone: true,
    python: ['5', 'x = 1'],
    javascript: ['5', 'var x = 1'],
    expected: { value: null, locals: ['x'] },
  },
  'a long text is shown by its head and its tail': {
    python: '"A" + "x" * 100_000 + "Z"',
    javascript: '"A" + "x".repeat(100_000) + "Z"',
    expected: {
      valueContains: ['Ax', '... ', 'xZ'],
      maxValueChars: 4_200,
    },
  },
  'a long list is shown in part': {
    python: 'list(range(100_000))',
    javascript: 'Array.from({ length: 100_000 }, (_, i) => i)',
    expected: { valueContains: ['1, ', '... '], maxValueChars: 4_200 },
  },
};
