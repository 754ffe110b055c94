import { both, type Table } from '../case.js';

/** Printed output, and how much of it is kept. */
export const outputCases: Table = {
  'lines and their values are printed in their order': {
    python: 'print("a", 1, "b")\nprint()\nprint("c")',
    javascript: 'print("a", 1, "b"); print(); print("c")',
    expected: { stdout: 'a 1 b\n\nc\n' },
  },
  'standard error is kept apart': {
    python: 'import sys\nprint("out")\nprint("err", file=sys.stderr)',
    javascript: 'console.log("out"); console.error("err")',
    expected: { stdout: 'out\n', stderrContains: 'err' },
  },
  'output of an earlier cell is not shown again': {
    ...both(['print("one")', 'print("two")']),
    expected: { stdout: 'two\n' },
  },
  'output before an error is kept': {
    python: 'print("before")\n1/0',
    javascript: 'print("before"); null.x',
    expected: { outcome: 'error', stdout: 'before\n' },
  },
  'long output keeps its head and its tail': {
    python: 'print("HEAD")\nfor i in range(2000):\n    print("filler", i)\nprint("TAIL")',
    javascript: 'print("HEAD"); for (let i = 0; i < 2000; i++) print("filler", i); print("TAIL")',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: { prints: ['HEAD\n', 'characters left out) ...', 'TAIL\n'] },
  },
  'what was left out is counted in code points, none of them cut in two': {
    python: 'print("a" * 600 + "🐧" * 9000 + "🦊" * 999)',
    javascript: 'print("a".repeat(600) + "🐧".repeat(9000) + "🦊".repeat(999))',
    options: { limits: { maxOutputChars: 1_001 } },
    expected: { prints: ['aaaa\n... (9,599 characters left out) ...\n🦊', '🦊\n'] },
  },
  'output as long as the limit is whole': {
    python: 'print("x" * 999)',
    javascript: 'print("x".repeat(999))',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: { stdout: `${'x'.repeat(999)}\n` },
  },
  'data is printed readably': {
    ...both('print([1, "word", {"key": 2.5}])'),
    expected: { prints: ['1, ', 'word', 'key', '2.5'] },
  },
  'an object that contains itself can be printed': {
    python: 'a = []\na.append(a)\nprint(a)\nprint("after")',
    javascript: 'const a = []; a.push(a); print(a); print("after")',
    expected: { prints: ['after\n'] },
  },
};
