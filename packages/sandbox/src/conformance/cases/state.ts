import { both, type Table } from '../case.js';

/** What persists from one cell to the next. */
export const stateCases: Table = {
  'a name can be bound again, also to another kind of thing': {
    python: ['x = 1', 'x = 2', 'print(x)\ndef x():\n    return 7', 'print(x())'],
    javascript: [
      'const x = 1',
      'const x = 2',
      'print(x)',
      'function x() { return 7 }',
      'print(x())',
    ],
    expected: { stdout: '7\n' },
  },
  'a function sees later values of the variables it names': {
    python: ['x = 1\ndef f():\n    return x', 'x = 2', 'print(f())'],
    javascript: ['let x = 1\nfunction f() { return x }', 'x = 2', 'print(f())'],
    expected: { stdout: '2\n' },
  },
  'a class can be derived in a later cell': {
    python: ['class A:\n    n = 1', 'class B(A):\n    pass', 'print(B().n)'],
    javascript: ['class A { n = 1 }', 'class B extends A {}', 'print(new B().n)'],
    expected: { stdout: '1\n' },
  },
  'an object keeps its identity': {
    python: ['a = []\nb = a', 'b.append(1)', 'print(len(a))'],
    javascript: ['const a = []; const b = a', 'b.push(1)', 'print(a.length)'],
    expected: { stdout: '1\n' },
  },
  'a closure keeps its own state': {
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
  'a generator continues in a later cell': {
    python: ['def g():\n    yield 1\n    yield 2\nit = g()\nnext(it)', 'print(next(it))'],
    javascript: [
      'function* g() { yield 1; yield 2 }\nconst it = g(); it.next()',
      'print(it.next().value)',
    ],
    expected: { stdout: '2\n' },
  },
  'destructuring binds several names, private ones too': {
    python: ['a, (b, _c) = 1, (2, 3)', 'print(a, b, _c)'],
    javascript: ['const { a, n: [b, _c] } = { a: 1, n: [2, 3] }', 'print(a, b, _c)'],
    expected: { stdout: '1 2 3\n' },
  },
  'variables assigned before an error stay': {
    python: ['a = 1\nraise ValueError("x")', 'print(a)'],
    javascript: ['const a = 1\nthrow new Error("x")', 'print(a)'],
    expected: { stdout: '1\n' },
  },
  'a library of the language works': {
    python: ['import re', 'print(re.findall(r"\\d+", "a1b22"))'],
    javascript: ['const found = "a1b22".match(/\\d+/g)', 'print(found.join(","))'],
    expected: { stdout: { python: "['1', '22']\n", javascript: '1,22\n' } },
  },
  'an empty cell does nothing': {
    ...both(''),
    expected: { stdout: '', final: null },
  },
};
