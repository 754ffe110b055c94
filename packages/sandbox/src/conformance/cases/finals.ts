import { both, type Table } from '../case.js';

const direct = (answer: unknown): unknown => ({ type: 'direct', answer });

/** Calls whose answer is nothing, in each language; `found` holds nothing. */
const nothings: readonly (readonly [python: string, javascript: string])[] = [
  ['FINAL(None)', 'FINAL(null)'],
  ['FINAL({"answer": None})', 'FINAL({ answer: undefined })'],
  ['FINAL_VAR("found")', 'FINAL_VAR("found")'],
  ['SUBMIT(None)', 'SUBMIT(null)'],
  ['SUBMIT(answer=None)', 'SUBMIT({ answer: null })'],
];

/** FINAL and FINAL_VAR. */
export const finalCases: Table = {
  'FINAL gives nested data': {
    ...both('FINAL({"a": [1, 2.5, "x"], "b": {}})'),
    expected: { outcome: 'final', final: direct({ a: [1, 2.5, 'x'], b: {} }) },
  },
  'FINAL without an answer is an error that says what to write, and can be caught; an empty text is one':
    {
      python: 'try:\n    FINAL()\nexcept Exception as e:\n    print(e)\n    FINAL("")',
      javascript: 'try { FINAL() } catch (e) { print(e.message); FINAL("") }',
      expected: {
        outcome: 'final',
        final: direct(''),
        prints: ['FINAL(answer)'],
      },
    },
  'what was printed before FINAL is all there, its tail too': {
    python:
      'import sys\nfor i in range(300):\n    print("filler", i)\nprint("w", end="", file=sys.stderr)\nprint("END", end="")\nFINAL(1)\nprint("x")',
    javascript:
      'for (let i = 0; i < 300; i++) print("filler", i); console.error("w"); print("END"); FINAL(1); print("x")',
    options: { limits: { maxOutputChars: 1_000 } },
    expected: {
      outcome: 'final',
      final: direct(1),
      prints: ['filler 0\n', 'characters left out) ...', 'filler 299\nEND'],
      stderrContains: 'w',
    },
  },
  'FINAL gives the language’s nothing if the session accepts it': {
    python: 'FINAL(None)',
    javascript: 'FINAL(null)',
    options: { acceptsNull: true },
    expected: { outcome: 'final', final: direct(null) },
  },
  ...Object.fromEntries(
    nothings.map(([python, javascript]) => [
      `${python} answers nothing, and can be caught`,
      {
        python: `found = None\ntry:\n    ${python}\nexcept Exception:\n    print("refused")`,
        javascript: `const found = null; try { ${javascript} } catch { print("refused") }`,
        expected: { final: null, stdout: 'refused\n' },
      },
    ]),
  ),
  'nothing beside other fields is an answer': {
    python: 'FINAL({"answer": None, "why": "no price"})',
    javascript: 'FINAL({ answer: null, why: "no price" })',
    expected: { outcome: 'final', final: direct({ answer: null, why: 'no price' }) },
  },
  'FINAL of two values is refused, and ends nothing': {
    ...both('FINAL(1, 2)'),
    expected: { outcome: 'error', final: null },
  },
  'variables made before FINAL stay, and code after it does not run': {
    python: ['x = 5\nFINAL(1)\nx = 6', 'print(x)'],
    javascript: ['let x = 5\nFINAL(1)\nx = 6', 'print(x)'],
    expected: { stdout: '5\n' },
  },
  'FINAL in text or in a comment is not a call': {
    python: 'print("FINAL(1)") # FINAL(2)',
    javascript: 'print("FINAL(1)") // FINAL(2)',
    expected: { outcome: 'ok', final: null },
  },
  'FINAL of an object that contains itself is an error that can be caught': {
    python: 'a = []\na.append(a)\ntry:\n    FINAL(a)\nexcept Exception:\n    print("caught")',
    javascript: 'const a = []; a.push(a); try { FINAL(a) } catch { print("caught") }',
    expected: { outcome: 'ok', final: null, stdout: 'caught\n' },
  },
  'FINAL of a value that is nested too deep is an error that can be caught': {
    python:
      'a = []\nfor i in range(150):\n    a = [a]\ntry:\n    FINAL(a)\nexcept Exception:\n    print("caught")',
    javascript:
      'let a = []; for (let i = 0; i < 150; i++) a = [a]\ntry { FINAL(a) } catch { print("caught") }',
    expected: { outcome: 'ok', final: null, stdout: 'caught\n' },
  },
  'FINAL of a value that is too large is an error that can be caught': {
    python: 'try:\n    FINAL("x" * 2000)\nexcept Exception:\n    print("caught")',
    javascript: 'try { FINAL("x".repeat(2000)) } catch { print("caught") }',
    options: { limits: { maxValueBytes: 1_000 } },
    expected: { outcome: 'ok', final: null, stdout: 'caught\n' },
  },
  'FINAL_VAR gives the value of a variable of an earlier cell': {
    python: ['x = "early"', 'FINAL_VAR("x")'],
    javascript: ['const x = "early"', 'FINAL_VAR("x")'],
    expected: { outcome: 'final', final: { type: 'variable', var: 'x', answer: 'early' } },
  },
  'FINAL_VAR takes the value when it is called': {
    python: 'x = [1]\ntry:\n    FINAL_VAR("x")\nfinally:\n    x.append(2)',
    javascript: 'const x = [1]\ntry { FINAL_VAR("x") } finally { x.push(2) }',
    expected: { outcome: 'final', final: { type: 'variable', var: 'x', answer: [1] } },
  },
  'FINAL_VAR of an unknown name names what there is, close spellings first, private names not': {
    isAlone: true,
    python: 'alpha = 1\n_hidden = 1\nanswer_text = 2\nFINAL_VAR("answer_txt")',
    javascript: 'let alpha = 1\nlet _hidden = 1\nlet answer_text = 2\nFINAL_VAR("answer_txt")',
    expected: {
      outcome: 'error',
      final: null,
      errorContains: "Available variables: ['answer_text', 'alpha']",
    },
  },
  'FINAL_VAR of an unknown name can be caught, and FINAL follow': {
    python: 'try:\n    FINAL_VAR("missing")\nexcept Exception:\n    FINAL("instead")',
    javascript: 'try { FINAL_VAR("missing") } catch { FINAL("instead") }',
    expected: { outcome: 'final', final: direct('instead') },
  },
  'FINAL_VAR of a value that is no text gives the value': {
    python: 'x = 7\nFINAL_VAR(x)',
    javascript: 'const x = 7\nFINAL_VAR(x)',
    expected: { outcome: 'final', final: direct(7) },
  },
  'FINAL_VAR of a text that is no identifier gives the text': {
    ...both('FINAL_VAR("the answer is 5")'),
    expected: { outcome: 'final', final: direct('the answer is 5') },
  },
  'FINAL_VAR does not give the sandbox’s own names': {
    ...both('FINAL_VAR("llm_query")'),
    expected: { outcome: 'error', final: null },
  },
};
