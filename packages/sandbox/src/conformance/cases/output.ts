import type { ConformanceCase } from '../case.js';

/** Printed output, and how much of it is kept. */
export const outputCases: readonly ConformanceCase[] = [
  {
    name: 'a line is printed',
    python: 'print("hello")',
    javascript: 'print("hello")',
    expected: { stdout: 'hello\n' },
  },
  {
    name: 'several values are printed with a blank between',
    python: 'print("a", 1, "b")',
    javascript: 'print("a", 1, "b")',
    expected: { stdout: 'a 1 b\n' },
  },
  {
    name: 'several lines keep their order',
    python: 'for i in range(3):\n    print(i)',
    javascript: 'for (let i = 0; i < 3; i++) print(i)',
    expected: { stdout: '0\n1\n2\n' },
  },
  {
    name: 'print without arguments is an empty line',
    python: 'print()',
    javascript: 'print()',
    expected: { stdout: '\n' },
  },
  {
    name: 'standard error is kept apart',
    python: 'import sys\nprint("out")\nprint("err", file=sys.stderr)',
    javascript: 'console.log("out"); console.error("err")',
    expected: { stdout: 'out\n', stderrContains: 'err' },
  },
  {
    name: 'output of an earlier cell is not shown again',
    python: ['print("one")', 'print("two")'],
    javascript: ['print("one")', 'print("two")'],
    expected: { stdout: 'two\n' },
  },
  {
    name: 'output before an error is kept',
    python: 'print("before")\n1/0',
    javascript: 'print("before"); null.x',
    expected: { outcome: 'error', stdout: 'before\n' },
  },
  {
    name: 'long output keeps its head',
    python: 'print("HEAD")\nfor i in range(2000):\n    print("filler", i)',
    javascript: 'print("HEAD"); for (let i = 0; i < 2000; i++) print("filler", i)',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: { prints: ['HEAD\n', 'characters left out) ...'] },
  },
  {
    name: 'long output keeps its tail',
    python: 'for i in range(2000):\n    print("filler", i)\nprint("TAIL")',
    javascript: 'for (let i = 0; i < 2000; i++) print("filler", i); print("TAIL")',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: { prints: ['TAIL\n', 'characters left out) ...'] },
  },
  {
    name: 'one long line is cut in the middle, and what was left out is counted',
    python: 'print("a" * 600 + "b" * 9000 + "c" * 399)',
    javascript: 'print("a".repeat(600) + "b".repeat(9000) + "c".repeat(399))',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: { prints: ['aaaa\n... (9,000 characters left out) ...', 'ccc\n'] },
  },
  {
    name: 'what was left out is counted in code points, none of them cut in two',
    python: 'print("a" * 600 + "🐧" * 9000 + "🦊" * 999)',
    javascript: 'print("a".repeat(600) + "🐧".repeat(9000) + "🦊".repeat(999))',
    options: { limits: { maxOutputChars: 1_001 } },
    expected: { prints: ['aaaa\n... (9,599 characters left out) ...\n🦊', '🦊\n'] },
  },
  {
    name: 'output as long as the limit is whole',
    python: 'print("x" * 999)',
    javascript: 'print("x".repeat(999))',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: { stdout: `${'x'.repeat(999)}\n` },
  },
  {
    name: 'ten thousand lines are no burden',
    python: 'for i in range(10000):\n    print(i)',
    javascript: 'for (let i = 0; i < 10000; i++) print(i)',
    expected: { prints: ['0\n1\n', '9999\n'] },
  },
  {
    name: 'a list is printed readably',
    python: 'print([1, "a"])',
    javascript: 'print([1, "a"])',
    expected: { stdout: { python: "[1, 'a']\n", javascript: '[1, "a"]\n' } },
  },
  {
    name: 'a mapping is printed readably',
    python: 'print({"a": 1})',
    javascript: 'print({ a: 1 })',
    expected: { stdout: { python: "{'a': 1}\n", javascript: '{ a: 1 }\n' } },
  },
  {
    name: 'an object that contains itself can be printed',
    python: 'a = []\na.append(a)\nprint(a)\nprint("after")',
    javascript: 'const a = []; a.push(a); print(a); print("after")',
    expected: { prints: ['after\n'] },
  },
];
