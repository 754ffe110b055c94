import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

import type { ConformanceCase } from '../case.js';

type Sources = Pick<ConformanceCase, 'python' | 'javascript'>;

const context = ['a', 'b', 'c'];

/** A cell that takes `context`: it is told, and the next cell has the data. */
const loses = (how: string, { python, javascript }: Sources): readonly ConformanceCase[] => [
  {
    name: `a context that a cell ${how} is the data again in the next cell`,
    set: { context },
    python: [String(python), 'print(len(context))'],
    javascript: [String(javascript), 'print(context.length)'],
    expected: { stdout: '3\n', diagnostics: [] },
  },
  told(`a context that a cell ${how}`, { python, javascript }, ['data_restored']),
];

const told = (
  what: string,
  { python, javascript }: Sources,
  diagnostics: readonly CellDiagnosticCode[],
): ConformanceCase => ({
  name: `${what} is told`,
  isAlone: 'new',
  set: { context },
  python,
  javascript,
  expected: { diagnostics },
});

/** Names of the host that a cell takes: data and functions are themselves again, and that is told. */
export const takenNameCases: readonly ConformanceCase[] = [
  ...loses('overwrites', {
    python: 'context = [x for x in context if x == "a"]',
    javascript: 'context = context.filter((x) => x === "a")',
  }),
  ...loses('declares', {
    python: 'context: str = "sample"',
    javascript: 'const context = "sample"',
  }),
  ...loses('unpacks into', {
    python: 'context, rest = "ab"',
    javascript: 'const [context, rest] = "ab"',
  }),
  ...loses('makes a function of', {
    python: 'def context():\n    return 1',
    javascript: 'function context() { return 1 }',
  }),
  ...loses('deletes', {
    python: 'del context',
    javascript: 'delete globalThis.context',
  }),
  ...loses('overwrites in a function', {
    python: 'def load():\n    global context\n    context = 1\nload()',
    javascript: 'function load() { context = 1 }\nload()',
  }),
  told(
    'a context that was overwritten twice, with the same words,',
    { python: ['context = "x"', 'context = "x"'], javascript: ['context = "x"', 'context = "x"'] },
    ['data_restored'],
  ),
  {
    name: 'a text that only resembles the context is none',
    isAlone: 'new',
    set: { context: `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}` },
    python: 'context = context.replace("b", "c")',
    javascript: 'context = context.replace("b", "c")',
    expected: { diagnostics: ['data_restored'] },
  },
  {
    name: 'a context that is read, copied, or used as the name of a parameter is not taken',
    isAlone: 'new',
    set: { context },
    python: 'copy = context\ndef count(context):\n    return len(context)\nprint(count([1]))',
    javascript:
      'const copy = context\nconst count = (context) => context.length\nprint(count([1]))',
    expected: { stdout: '1\n', diagnostics: [] },
  },
  {
    name: 'an own llm_query is told',
    isAlone: 'new',
    python: 'def llm_query(prompt):\n    return "mock"\nprint(llm_query("q"))',
    javascript: 'const llm_query = async (prompt) => "mock"\nprint(await llm_query("q"))',
    expected: { stdout: 'mock\n', diagnostics: ['function_restored'] },
  },
  {
    name: 'an own llm_query is gone in the next cell',
    python: ['def llm_query(prompt):\n    return "mock"', 'print(llm_query("q"))'],
    javascript: [
      'async function llm_query(prompt) { return "mock" }',
      'print(await llm_query("q"))',
    ],
    expected: { stdout: 're:q\n', diagnostics: [] },
  },
  told('an own FINAL', { python: 'FINAL = print', javascript: 'FINAL = print' }, [
    'function_restored',
  ]),
  told('a function that was deleted', { python: 'del add', javascript: 'delete globalThis.add' }, [
    'function_restored',
  ]),
  {
    name: 'an own grep is told once, and stays',
    needs: 'helpers',
    isAlone: 'new',
    python: ['def grep(text):\n    return "own"', 'print(grep("a"))'],
    javascript: ['function grep(text) { return "own" }', 'print(grep("a"))'],
    expected: { stdout: 'own\n', diagnostics: [] },
  },
  {
    name: 'an own helper is told, though the cell lists its variables',
    needs: 'helpers',
    isAlone: 'new',
    python: 'lines = ["a"]\nchunk = 5\nseen = SHOW_VARS()',
    javascript: 'const lines = ["a"]\nconst chunk = 5\nconst seen = SHOW_VARS()',
    expected: { diagnostics: ['function_replaced'] },
  },
  {
    name: 'a helper whose name is a variable of the host is not told',
    needs: 'helpers',
    isAlone: 'new',
    set: { lines: ['a'] },
    python: 'print(len(lines))',
    javascript: 'print(lines.length)',
    expected: { stdout: '1\n', diagnostics: [] },
  },
  {
    name: 'names that a cell takes before it fails are told too',
    isAlone: 'new',
    set: { context },
    python: 'context = 1\nraise ValueError("x")',
    javascript: 'context = 1\nthrow new Error("x")',
    expected: { outcome: 'error', diagnostics: ['data_restored'] },
  },
  {
    name: 'names that a cell takes before it ends the run are told too',
    isAlone: 'new',
    set: { context },
    python: 'context = "sample"\nFINAL(context)',
    javascript: 'context = "sample"\nFINAL(context)',
    expected: { outcome: 'final', diagnostics: ['data_restored'] },
  },
  {
    name: 'a variable that the host set as an ordinary one is the cell’s to change',
    set: { data: 1 },
    python: ['data = 2', 'print(data)'],
    javascript: ['data = 2', 'print(data)'],
    expected: { stdout: '2\n', diagnostics: [] },
  },
];
