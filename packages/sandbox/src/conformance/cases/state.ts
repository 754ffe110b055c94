import type { ConformanceCase } from '../case.js';

/** What persists from one cell to the next. */
export const stateCases: readonly ConformanceCase[] = [
  {
    name: 'a number stays',
    python: ['x = 41', 'print(x + 1)'],
    javascript: ['const x = 41', 'print(x + 1)'],
    expected: { stdout: '42\n' },
  },
  {
    name: 'a name can be bound again',
    python: ['x = 1', 'x = 2', 'print(x)'],
    javascript: ['const x = 1', 'const x = 2', 'print(x)'],
    expected: { stdout: '2\n' },
  },
  {
    name: 'a name can be bound to another kind of thing',
    python: ['f = 1', 'def f():\n    return 7', 'print(f())'],
    javascript: ['let f = 1', 'function f() {\n  return 7\n}', 'print(f())'],
    expected: { stdout: '7\n' },
  },
  {
    name: 'a function stays',
    python: ['def double(n):\n    return n * 2', 'print(double(4))'],
    javascript: ['function double(n) { return n * 2 }', 'print(double(4))'],
    expected: { stdout: '8\n' },
  },
  {
    name: 'a function sees later values of the variables it names',
    python: ['x = 1\ndef f():\n    return x', 'x = 2', 'print(f())'],
    javascript: ['let x = 1\nfunction f() { return x }', 'x = 2', 'print(f())'],
    expected: { stdout: '2\n' },
  },
  {
    name: 'a class stays',
    python: ['class A:\n    def hi(self):\n        return "hi"', 'print(A().hi())'],
    javascript: ['class A { hi() { return "hi" } }', 'print(new A().hi())'],
    expected: { stdout: 'hi\n' },
  },
  {
    name: 'a class can be derived in a later cell',
    python: ['class A:\n    n = 1', 'class B(A):\n    pass', 'print(B().n)'],
    javascript: ['class A { n = 1 }', 'class B extends A {}', 'print(new B().n)'],
    expected: { stdout: '1\n' },
  },
  {
    name: 'an object keeps its identity',
    python: ['a = []\nb = a', 'b.append(1)', 'print(len(a))'],
    javascript: ['const a = []; const b = a', 'b.push(1)', 'print(a.length)'],
    expected: { stdout: '1\n' },
  },
  {
    name: 'a closure keeps its own state',
    python: [
      'def counter():\n    n = 0\n    def step():\n        nonlocal n\n        n += 1\n        return n\n    return step\nstep = counter()',
      'step()',
      'print(step())',
    ],
    javascript: [
      'function counter() { let n = 0; return () => ++n }\nconst step = counter()',
      'step()',
      'print(step())',
    ],
    expected: { stdout: '2\n' },
  },
  {
    name: 'a generator continues in a later cell',
    python: ['def g():\n    yield 1\n    yield 2\nit = g()\nnext(it)', 'print(next(it))'],
    javascript: [
      'function* g() { yield 1; yield 2 }\nconst it = g(); it.next()',
      'print(it.next().value)',
    ],
    expected: { stdout: '2\n' },
  },
  {
    name: 'destructuring binds several names',
    python: ['a, (b, c) = 1, (2, 3)', 'print(a, b, c)'],
    javascript: ['const { a, n: [b, c] } = { a: 1, n: [2, 3] }', 'print(a, b, c)'],
    expected: { stdout: '1 2 3\n' },
  },
  {
    name: 'variables assigned before an error stay',
    python: ['a = 1\nraise ValueError("x")', 'print(a)'],
    javascript: ['const a = 1\nthrow new Error("x")', 'print(a)'],
    expected: { stdout: '1\n' },
  },
  {
    name: 'names that start with an underscore stay',
    python: ['_t = 5', 'print(_t)'],
    javascript: ['const _t = 5', 'print(_t)'],
    expected: { stdout: '5\n' },
  },
  {
    name: 'a loop may use names of an earlier cell',
    python: ['total = 0', 'for i in range(4):\n    total += i', 'print(total)'],
    javascript: ['let total = 0', 'for (let i = 0; i < 4; i++) total += i', 'print(total)'],
    expected: { stdout: '6\n' },
  },
  {
    name: 'a library of the language works',
    python: ['import re', 'print(re.findall(r"\\d+", "a1b22"))'],
    javascript: ['const found = "a1b22".match(/\\d+/g)', 'print(found.join(","))'],
    expected: { stdout: { python: "['1', '22']\n", javascript: '1,22\n' } },
  },
  {
    name: 'JSON works both ways',
    python: 'import json\nprint(json.dumps(json.loads(\'{"a": [1, null]}\')))',
    javascript: 'print(JSON.stringify(JSON.parse(\'{"a": [1, null]}\')))',
    expected: { stdout: { python: '{"a": [1, null]}\n', javascript: '{"a":[1,null]}\n' } },
  },
  {
    name: 'an empty cell does nothing',
    python: '',
    javascript: '',
    expected: { stdout: '', final: null },
  },
  {
    name: 'a cell of comments does nothing',
    python: '# FINAL("no")',
    javascript: '// FINAL("no")',
    expected: { stdout: '', final: null },
  },
  {
    name: 'randomness is the same for the same seed',
    python: 'import random\na = random.random()\nrandom.seed()\nprint(0 <= a < 1)',
    javascript: 'const a = Math.random(); print(0 <= a && a < 1)',
    expected: { stdout: { python: 'True\n', javascript: 'true\n' } },
  },
  {
    name: 'the clock shows what the host says',
    python: 'import time\nprint(int(time.time()))',
    javascript: 'print(Math.floor(Date.now() / 1000))',
    options: { now: () => 1_700_000_000_000 },
    expected: { stdout: '1700000000\n' },
  },
];
