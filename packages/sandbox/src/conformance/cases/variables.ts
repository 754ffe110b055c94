import type { ConformanceCase } from '../case.js';

/** `set`, `get`, and SHOW_VARS. */
export const variableCases: readonly ConformanceCase[] = [
  {
    name: 'quotes, backslashes and line breaks arrive as they are',
    set: { context: 'a"b\'c\\d\ne\tf"""`${g}' },
    python: 'print(len(context), context.count("\\\\"))',
    javascript: 'print(context.length, context.split("\\\\").length - 1)',
    expected: { stdout: '19 1\n', values: { context: 'a"b\'c\\d\ne\tf"""`${g}' } },
  },
  {
    name: 'a list that is set can be changed',
    set: { items: [1] },
    python: ['items.append(2)', 'print(len(items))'],
    javascript: ['items.push(2)', 'print(items.length)'],
    expected: { stdout: '2\n', values: { items: [1, 2] } },
  },
  {
    name: 'values that are set are the language’s own',
    set: { n: 1.5, config: { a: [1, true], b: null } },
    python: 'print(n, config["a"][1] is True, config["b"] is None)',
    javascript: 'print(n, config.a[1] === true, config.b === null)',
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
    python: 'result = {"a": [1, 2], "b": "line\\n\\"quoted\\""}',
    javascript: 'const result = { a: [1, 2], b: "line\\n\\"quoted\\"" }',
    expected: { values: { result: { a: [1, 2], b: 'line\n"quoted"' } } },
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
];
