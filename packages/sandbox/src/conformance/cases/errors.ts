import { both, type Table } from '../case.js';

/** How a program's own failure comes back. */
export const errorCases: Table = {
  'an error has its type, its message, and a traceback with the number of the line': {
    python: 'a = "the message"\n\nraise ValueError(a)',
    javascript: 'const a = "the message"\n\nthrow new RangeError(a)',
    expected: {
      outcome: 'error',
      errorType: { python: 'ValueError', javascript: 'RangeError' },
      errorContains: 'the message',
      traceback: 'line 3',
    },
  },
  'a traceback shows the line of an earlier cell whose function failed': {
    python: ['def boom():\n    return 1 // 0', 'boom()'],
    javascript: ['function boom() {\n  null.zero\n}', 'boom()'],
    expected: {
      outcome: 'error',
      traceback: { python: 'return 1 // 0', javascript: 'null.zero' },
    },
  },
  'an unknown name is an error of its own kind': {
    ...both('print(nowhere)'),
    expected: {
      outcome: 'error',
      errorType: { python: 'NameError', javascript: 'ReferenceError' },
      errorContains: 'nowhere',
    },
  },
  'broken syntax shows its line, and nothing of its cell runs': {
    python: 'print("ran")\nb = = 2',
    javascript: 'print("ran")\nlet b = = 2',
    expected: {
      outcome: 'error',
      errorType: 'SyntaxError',
      unread: true,
      stdout: '',
      traceback: 'line 2',
    },
  },
  'a syntax error that running code raises is no cell that could not be read': {
    python: 'a = 1\nraise SyntaxError("bad")',
    javascript: 'const a = 1\nJSON.parse("{bad")',
    expected: { outcome: 'error', errorType: 'SyntaxError', unread: false },
  },
  'an error of its own class keeps its name': {
    python: 'class Custom(Exception):\n    pass\nraise Custom("mine")',
    javascript:
      'class Custom extends Error { constructor(m) { super(m); this.name = "Custom" } }\nthrow new Custom("mine")',
    expected: { outcome: 'error', errorType: 'Custom', errorContains: 'mine' },
  },
  'endless recursion is an error, not the end': {
    python: ['def f(n):\n    return f(n + 1) + 1\nf(0)', 'print("alive")'],
    javascript: ['function f(n) { return f(n + 1) + 1 }\nf(0)', 'print("alive")'],
    expected: { stdout: 'alive\n' },
  },
  'an error whose message is very long is cut': {
    python: 'raise ValueError("x" * 10_000_000)',
    javascript: 'throw new Error("x".repeat(10_000_000))',
    expected: { outcome: 'error', errorContains: 'xxxx' },
  },
  'leaving the program is an error, not the end': {
    python: ['import sys\nsys.exit(3)', 'print("alive")'],
    javascript: ['process.exit(3)', 'print("alive")'],
    expected: { stdout: 'alive\n' },
  },
  'a return at the top of a cell says how to finish': {
    python: 'x = 5\nreturn x',
    javascript: 'const x = 5\nreturn x',
    expected: {
      outcome: 'error',
      final: null,
      errorType: 'SyntaxError',
      errorContains: 'FINAL(value)',
    },
  },
  'a return at the top of a cell names the way of the dialect': {
    ...both('return 5'),
    options: { dialects: ['answer'] },
    expected: {
      outcome: 'error',
      errorType: 'SyntaxError',
      errorContains: {
        python: 'answer["ready"] = True',
        javascript: 'answer.ready = true',
      },
    },
  },
};
