import type { ConformanceCase } from '../case.js';

type Row = Omit<ConformanceCase, 'needs'>;

/** None shares a session in JavaScript: what an earlier cell can do decides what is certain. */
const looked = (row: Row): ConformanceCase => ({ isAlone: true, ...row, needs: 'preflight' });

/** Calls that take an async function and do not wait for it; `ask` is one, and `list` a list. */
const callbacks: readonly (readonly [name: string, python: string, javascript: string])[] = [
  ['filter', 'FINAL(len(list(filter(ask, ["a"]))))', 'FINAL(list.filter(ask).length)'],
  ['some', 'FINAL(len([*filter(ask, "ab")]))', 'FINAL(list.some(async (x) => await ask(x)))'],
  ['every', 'FINAL(max("ab", key=ask))', 'FINAL(list.every((x) => llm_query(x)))'],
  ['find', 'FINAL(min("ab", key=ask))', 'FINAL(list.find(async function (x) { return ask(x) }))'],
  [
    'sort',
    'FINAL(sorted("ab", key=ask))',
    'FINAL(list.sort(async (a, b) => (await ask(a)) - (await ask(b))))',
  ],
  [
    'forEach',
    'names = ["b", "a"]\nnames.sort(key=ask)\nFINAL(names)',
    'let count = 0\nlist.forEach(async (x) => { if (await ask(x)) count++ })\nFINAL(count)',
  ],
];

/** The look at a cell before it runs. */
export const preflightCases: readonly ConformanceCase[] = [
  looked({
    name: 'a cell that is certain to fail is refused before it runs: nothing is printed, asked or set',
    python: `print("ran")\nkept = llm_query("q")\nprint(kpet_)`,
    javascript: `print("ran")\nconst kept = await llm_query("q")\nprint(kpet_)`,
    expected: {
      outcome: 'error',
      refused: true,
      stdout: '',
      calls: 0,
      locals: [],
      errorType: { python: 'NameError', javascript: 'ReferenceError' },
      errorContains: 'Nothing of this cell ran: line 3 needs `kpet_`',
      traceback: 'print(kpet_)',
    },
  }),
  looked({
    name: 'a refused cell leaves the session as it was',
    python: ['x = 1', 'x = 2\nprint(nowhere)', 'print(x)'],
    javascript: ['let x = 1', 'x = 2\nprint(nowhere)', 'print(x)'],
    expected: { stdout: '1\n', session: 'kept' },
  }),
  looked({
    name: 'a refusal names the nearest name',
    python: 'print(notse)',
    javascript: 'print(notse)',
    set: { notes: 'a' },
    expected: { outcome: 'error', refused: true, errorContains: "Did you mean: 'notes'?" },
  }),
  looked({
    name: 'what fails only perhaps runs, and is noted',
    python: 'flag = False\nif flag:\n    print(nowhere)\nprint("ran")',
    javascript: 'const flag = false\nif (flag) {\n  print(nowhere)\n}\nprint("ran")',
    expected: { stdout: 'ran\n', refused: false, diagnostics: ['unknown_name'] },
  }),
  looked({
    name: 'what is caught runs',
    python: 'try:\n    print(nowhere)\nexcept NameError:\n    print("caught")',
    javascript: 'try { print(nowhere) } catch (error) { print("caught") }',
    expected: { stdout: 'caught\n', refused: false, diagnostics: [] },
  }),
  looked({
    name: 'a variable of an earlier cell is no unknown name',
    python: ['x = 5', 'print(x)'],
    javascript: ['const x = 5', 'print(x)'],
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'a variable that generated code set is no unknown name',
    python: ['exec("x = 5")', 'print(x)'],
    javascript: ['eval("x = 5")', 'print(x)'],
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'nor is one that generated code sets in the same cell',
    python: 'exec("x = 5")\nprint(x)',
    javascript: 'eval("x = 5")\nprint(x)',
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'a variable that was set in the namespace itself is no unknown name',
    python: ['globals()["x"] = 5\nprint(x)', 'print(x)'],
    javascript: ['globalThis.x = 5\nprint(x)', 'print(x)'],
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'a variable that a function of an earlier cell sets is no unknown name',
    python: ['def load():\n    global x\n    x = 5', 'load()\nprint(x)'],
    javascript: ['function load() { x = 5 }', 'load()\nprint(x)'],
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'a variable that a function of an earlier cell sets under a made-up name is no unknown name',
    python: ['def load(name):\n    globals()[name] = 5', 'load("x" + "y")\nprint(xy)'],
    javascript: ['function load(name) { globalThis[name] = 5 }', 'load("x" + "y")\nprint(xy)'],
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'a variable that the host set is no unknown name',
    set: { x: 5 },
    python: 'print(x)',
    javascript: 'print(x)',
    expected: { stdout: '5\n', diagnostics: [] },
  }),
  looked({
    name: 'FINAL_VAR of a name that nothing sets is refused, and says what there is',
    isAlone: 'new',
    python: 'total = 1\nprint("ran")\nFINAL_VAR("totl")',
    javascript: 'const total = 1\nprint("ran")\nFINAL_VAR("totl")',
    expected: {
      outcome: 'error',
      refused: true,
      stdout: '',
      final: null,
      errorContains: "Available variables: ['total']",
    },
  }),
  looked({
    name: 'a missing name behind a FINAL refuses no cell',
    python: 'FINAL(1)\nprint(nowhere)',
    javascript: 'FINAL(1)\nprint(nowhere)',
    expected: {
      outcome: 'final',
      final: { type: 'direct', answer: 1 },
      diagnostics: [],
    },
  }),
  ...callbacks.map(([name, python, javascript]) =>
    looked({
      name: `an async callback of ${name} refuses the cell, and says what to write`,
      python: `import asyncio\nprint("ran")\nasync def ask(x):\n    return await llm_query(x)\n${python}`,
      javascript: `print("ran")\nconst list = ["a", "b"]\nconst ask = async (x) => (await llm_query(x)) === "re:a"\n${javascript}`,
      expected: {
        outcome: 'error',
        refused: true,
        stdout: '',
        calls: 0,
        final: null,
        errorType: 'TypeError',
        errorContains: { python: 'asyncio.gather', javascript: 'await Promise.all(list.map(' },
      },
    }),
  ),
  looked({
    name: 'an async callback that an earlier cell has defined refuses the cell',
    python: [
      'async def ask(x):\n    return await llm_query(x)',
      'FINAL(len(list(filter(ask, "ab"))))',
    ],
    javascript: ['const ask = async (x) => await llm_query(x)', 'FINAL(["a"].filter(ask).length)'],
    expected: { outcome: 'error', refused: true, calls: 0, final: null, errorType: 'TypeError' },
  }),
  looked({
    name: 'an async callback of a function that awaits it runs',
    python:
      'async def ask(x):\n    return await llm_query(x)\nimport asyncio\nprint(await asyncio.gather(*map(ask, ["a"])))',
    javascript:
      'const ask = async (x) => await llm_query(x)\nprint(await Promise.all(["a"].map(ask)))',
    expected: { stdout: { python: "['re:a']\n", javascript: '["re:a"]\n' }, diagnostics: [] },
  }),
  looked({
    name: 'a session that was opened without it runs what is certain to fail',
    options: { preflight: false },
    python: 'print("ran")\nprint(nowhere)',
    javascript: 'print("ran")\nprint(nowhere)',
    expected: { outcome: 'error', refused: false, stdout: 'ran\n', diagnostics: [] },
  }),
];
