import { both, each, type Table } from '../case.js';

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

/** How a variable came to be: cells, of which the last prints it. */
const known: readonly (readonly [
  how: string,
  python: readonly string[],
  javascript: readonly string[],
])[] = [
  ['an earlier cell', ['x = 5', 'print(x)'], ['const x = 5', 'print(x)']],
  ['generated code', ['exec("x = 5")', 'print(x)'], ['eval("x = 5")', 'print(x)']],
  ['generated code of the same cell', ['exec("x = 5")\nprint(x)'], ['eval("x = 5")\nprint(x)']],
  [
    'the namespace itself',
    ['globals()["x"] = 5\nprint(x)', 'print(x)'],
    ['globalThis.x = 5\nprint(x)', 'print(x)'],
  ],
  [
    'a function of an earlier cell',
    ['def load():\n    global x\n    x = 5', 'load()\nprint(x)'],
    ['function load() { x = 5 }', 'load()\nprint(x)'],
  ],
  [
    'a function of an earlier cell under a made-up name',
    ['def load(name):\n    globals()[name] = 5', 'load("x" + "y")\nprint(xy)'],
    ['function load(name) { globalThis[name] = 5 }', 'load("x" + "y")\nprint(xy)'],
  ],
];

/** The look at a cell before it runs. What an earlier cell can do decides what is certain: no row shares that with others. */
export const preflightCases: Table = each(
  { needs: 'preflight', isAlone: true },
  {
    'a cell that is certain to fail is refused before it runs: nothing is printed, asked or set': {
      python: `print("ran")\nkept = llm_query("q")\nprint(kpet_)`,
      javascript: `print("ran")\nconst kept = await llm_query("q")\nprint(kpet_)`,
      expected: {
        outcome: 'error',
        refused: true,
        stdout: '',
        calls: 0,
        locals: [],
        session: 'kept',
        errorType: { python: 'NameError', javascript: 'ReferenceError' },
        errorContains: 'Nothing of this cell ran: line 3 needs `kpet_`',
        traceback: 'print(kpet_)',
      },
    },
    'a refusal names the nearest name': {
      ...both('print(notse)'),
      set: { notes: 'a' },
      expected: { outcome: 'error', refused: true, errorContains: "Did you mean: 'notes'?" },
    },
    'what fails only perhaps runs, and is noted': {
      python: 'flag = False\nif flag:\n    print(nowhere)\nprint("ran")',
      javascript: 'const flag = false\nif (flag) {\n  print(nowhere)\n}\nprint("ran")',
      expected: { stdout: 'ran\n', refused: false, diagnostics: ['unknown_name'] },
    },
    'what is caught runs': {
      python: 'try:\n    print(nowhere)\nexcept NameError:\n    print("caught")',
      javascript: 'try { print(nowhere) } catch (error) { print("caught") }',
      expected: { stdout: 'caught\n', refused: false, diagnostics: [] },
    },
    ...Object.fromEntries(
      known.map(([how, python, javascript]) => [
        `a variable of ${how} is no unknown name`,
        { python, javascript, expected: { stdout: '5\n', diagnostics: [] } },
      ]),
    ),
    'a variable of the host is no unknown name': {
      set: { x: 5 },
      ...both('print(x)'),
      expected: { stdout: '5\n', diagnostics: [] },
    },
    'FINAL_VAR of a name that nothing sets is refused, and says what there is': {
      // Not even with other rows of the kind: what they generated might have set it.
      options: {},
      python: 'total = 1\nprint("ran")\nFINAL_VAR("totl")',
      javascript: 'const total = 1\nprint("ran")\nFINAL_VAR("totl")',
      expected: {
        outcome: 'error',
        refused: true,
        stdout: '',
        final: null,
        errorContains: "Available variables: ['total']",
      },
    },
    'a missing name behind a FINAL refuses no cell': {
      ...both('FINAL(1)\nprint(nowhere)'),
      expected: {
        outcome: 'final',
        final: { type: 'direct', answer: 1 },
        diagnostics: [],
      },
    },
    ...Object.fromEntries(
      callbacks.map(([name, python, javascript]) => [
        `an async callback of ${name} refuses the cell, and says what to write`,
        {
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
        },
      ]),
    ),
    'an async callback that an earlier cell has defined refuses the cell': {
      python: [
        'async def ask(x):\n    return await llm_query(x)',
        'FINAL(len(list(filter(ask, "ab"))))',
      ],
      javascript: [
        'const ask = async (x) => await llm_query(x)',
        'FINAL(["a"].filter(ask).length)',
      ],
      expected: { outcome: 'error', refused: true, calls: 0, final: null, errorType: 'TypeError' },
    },
    'an async callback of a function that awaits it runs': {
      python:
        'async def ask(x):\n    return await llm_query(x)\nimport asyncio\nprint(await asyncio.gather(*map(ask, ["a"])))',
      javascript:
        'const ask = async (x) => await llm_query(x)\nprint(await Promise.all(["a"].map(ask)))',
      expected: { stdout: { python: "['re:a']\n", javascript: '["re:a"]\n' }, diagnostics: [] },
    },
    'a session that was opened without it runs what is certain to fail': {
      options: { preflight: false },
      ...both('print("ran")\nprint(nowhere)'),
      expected: { outcome: 'error', refused: false, stdout: 'ran\n', diagnostics: [] },
    },
  },
);
