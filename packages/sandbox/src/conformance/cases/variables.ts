import type { Table } from '../case.js';

/** `set`, `get`, and SHOW_VARS. */
export const variableCases: Table = {
  'a list that is set can be changed': {
    set: { items: [1] },
    python: ['items.append(2)', 'print(len(items))'],
    javascript: ['items.push(2)', 'print(items.length)'],
    expected: { stdout: '2\n', values: { items: [1, 2] } },
  },
  'values that are set are the language’s own': {
    set: { n: 1.5, config: { a: [1, true], b: null } },
    python: 'print(n, config["a"][1] is True, config["b"] is None)',
    javascript: 'print(n, config.a[1] === true, config.b === null)',
    expected: { stdout: { python: '1.5 True True\n', javascript: '1.5 true true\n' } },
  },
  'a name that is no constructor of the language keeps its data': {
    set: { data: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}') as unknown },
    python: 'print(len(data))',
    javascript: 'print(Object.keys(data).length, ({}).polluted === undefined)',
    expected: { stdout: { python: '2\n', javascript: '2 true\n' } },
  },
  'get gives what a cell made': {
    python: 'result = {"a": [1, 2], "b": "line\\n\\"quoted\\""}',
    javascript: 'const result = { a: [1, 2], b: "line\\n\\"quoted\\"" }',
    expected: { values: { result: { a: [1, 2], b: 'line\n"quoted"' } } },
  },
  'SHOW_VARS as the last expression shows its text once, as it is': {
    isAlone: true,
    python: 'x = 1\nname = "n"\nSHOW_VARS()',
    javascript: 'const x = 1\nconst name = "n"\nSHOW_VARS()',
    expected: {
      stdout: '',
      value: { python: 'x: int\nname: str', javascript: 'x: number\nname: string' },
    },
  },
};
