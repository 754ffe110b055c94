import type { Table } from '../case.js';

const both = (code: string): { python: string; javascript: string } => ({
  python: code,
  javascript: `await ${code}`,
});

/** FINAL, FINAL_VAR and SUBMIT that a host function calls: the cell ends, as if the guest had called them. */
export const hostFinalCases: Table = {
  'FINAL in a host function ends the cell with its answer': {
    python: 'print("before")\nfinish({"a": [1]})\nprint("after")',
    javascript: 'print("before")\nawait finish({ a: [1] })\nprint("after")',
    expected: {
      outcome: 'final',
      final: { type: 'direct', answer: { a: [1] } },
      stdout: 'before\n',
      calls: 1,
      session: 'kept',
    },
  },
  'the guest cannot catch it': {
    python:
      'try:\n    finish(1)\nexcept BaseException:\n    print("caught")\nfinally:\n    x = 1\nFINAL(2)',
    javascript: 'try { await finish(1) } catch { print("caught") } finally { var x = 1 }\nFINAL(2)',
    expected: { outcome: 'final', final: { type: 'direct', answer: 1 }, stdout: '' },
  },
  'the session goes on after it, with what the cell had done': {
    python: ['x = 1\nfinish(1)\nx = 2', 'print(x)'],
    javascript: ['var x = 1\nawait finish(1)\nx = 2', 'print(x)'],
    expected: { stdout: '1\n', final: null, session: 'kept' },
  },
  'FINAL_VAR in a host function gives the value that the variable has then': {
    python: 'x = {"n": [1, 2]}\nfinish_with("x")\nx = 0',
    javascript: 'var x = { n: [1, 2] }\nawait finish_with("x")\nx = 0',
    expected: { outcome: 'final', final: { type: 'variable', var: 'x', answer: { n: [1, 2] } } },
  },
  'FINAL_VAR in a host function of a name that no variable has is an error, and no answer': {
    isAlone: true,
    python: 'total = 1\nfinish_with("totals")',
    javascript: 'var total = 1\nawait finish_with("totals")',
    expected: {
      outcome: 'error',
      final: null,
      errorType: { python: 'NameError', javascript: 'ReferenceError' },
      errorContains:
        "FINAL_VAR referenced variable 'totals' not found in REPL namespace. Available variables: ['total']",
      session: 'kept',
    },
  },
  'SUBMIT in a host function gives its fields': {
    ...both('finish_fields({"a": 1})'),
    expected: { outcome: 'final', final: { type: 'submit', fields: { a: 1 } } },
  },
  'FINAL for one item of a batch ends the cell, whatever becomes of the others': {
    ...both('llm_query_batched(["hang", "finish", "bad"])'),
    expected: { outcome: 'final', final: { type: 'direct', answer: 'from the batch' } },
  },
};
