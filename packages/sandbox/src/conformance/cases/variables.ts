import type { ConformanceCase } from '../case.js';

/** `set`, `get`, and SHOW_VARS. */
export const variableCases: readonly ConformanceCase[] = [
  {
    name: 'a text that is set can be read',
    set: { context: 'hello' },
    python: 'print(context)',
    javascript: 'print(context)',
    expected: { stdout: 'hello\n', values: { context: 'hello' } },
  },
  {
    name: 'quotes, backslashes and line breaks arrive as they are',
    set: { context: 'a"b\'c\\d\ne\tf"""`${g}' },
    python: 'print(len(context), context.count("\\\\"))',
    javascript: 'print(context.length, context.split("\\\\").length - 1)',
    expected: { stdout: '19 1\n', values: { context: 'a"b\'c\\d\ne\tf"""`${g}' } },
  },
  {
    name: 'an object that is set is the language’s own',
    set: { config: { a: [1, 2], b: null } },
    python: 'print(config["a"][1], config["b"] is None)',
    javascript: 'print(config.a[1], config.b === null)',
    expected: { stdout: { python: '2 True\n', javascript: '2 true\n' } },
  },
  {
    name: 'a list that is set can be changed',
    set: { items: [1] },
    python: ['items.append(2)', 'print(len(items))'],
    javascript: ['items.push(2)', 'print(items.length)'],
    expected: { stdout: '2\n', values: { items: [1, 2] } },
  },
  {
    name: 'a number, a truth value and nothing can be set',
    set: { n: 1.5, t: true, z: null },
    python: 'print(n, t is True, z is None)',
    javascript: 'print(n, t === true, z === null)',
    expected: { stdout: { python: '1.5 True True\n', javascript: '1.5 true true\n' } },
  },
  {
    name: 'a name that is no constructor of the language keeps its data',
    set: { data: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}') as unknown },
    python: 'print(len(data))',
    javascript: 'print(Object.keys(data).length, ({}).polluted === undefined)',
    expected: { stdout: { python: '2\n', javascript: '2 true\n' } },
  },
  {
    name: 'get gives what a cell made',
    python: 'result = {"a": [1, 2], "b": "x"}',
    javascript: 'const result = { a: [1, 2], b: "x" }',
    expected: { values: { result: { a: [1, 2], b: 'x' } } },
  },
  {
    name: 'get gives a text as it is',
    python: 'text = "line\\n\\"quoted\\""',
    javascript: 'const text = "line\\n\\"quoted\\""',
    expected: { values: { text: 'line\n"quoted"' } },
  },
  {
    name: 'SHOW_VARS lists the variables with their types',
    isAlone: true,
    python: 'x = 1\nname = "n"\nprint(SHOW_VARS())',
    javascript: 'const x = 1\nconst name = "n"\nprint(SHOW_VARS())',
    expected: {
      stdout: { python: 'x: int\nname: str\n', javascript: 'x: number\nname: string\n' },
    },
  },
  {
    name: 'SHOW_VARS as the last expression shows its text once, as it is',
    isAlone: true,
    python: 'x = 1\nname = "n"\nSHOW_VARS()',
    javascript: 'const x = 1\nconst name = "n"\nSHOW_VARS()',
    expected: {
      stdout: '',
      value: { python: 'x: int\nname: str', javascript: 'x: number\nname: string' },
    },
  },
  {
    name: 'SHOW_VARS prints nothing of its own',
    python: 'v = SHOW_VARS()',
    javascript: 'const v = SHOW_VARS()',
    expected: { stdout: '' },
  },
  {
    name: 'a context that a cell overwrote is back in the next',
    set: { context: 'hello ctx' },
    python: ['context = "gone"', 'print(context)'],
    javascript: ['context = "gone"', 'print(context)'],
    expected: { stdout: 'hello ctx\n' },
  },
  {
    name: 'another variable that the host set stays as a cell left it',
    set: { value: 'old' },
    python: ['value = "new"', 'print(value)'],
    javascript: ['value = "new"', 'print(value)'],
    expected: { stdout: 'new\n' },
  },
];
