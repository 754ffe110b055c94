import { expect, it } from 'vitest';

import { describeBackends } from './support/backends.js';

/** Cells, and what of their result contains which text: the suite asks less of the interpreters of others. */
type Row = readonly [code: string, part: 'error' | 'stdout' | 'value', text: string];

const needsAnswer = 'FINAL needs an answer: FINAL(answer)';
const rows: Readonly<Record<'python' | 'javascript', readonly Row[]>> = {
  python: [
    ['print([1, "a", {"b": None}])', 'stdout', "[1, 'a', {'b': None}]\n"],
    ['{"a": ["b \\n", 2.5, None, True]}', 'value', "{'a': ['b \\n', 2.5, None, True]}"],
    ['"A" + "x" * 100_000', 'value', '... (96,001 characters left out) ...'],
    ['list(range(100_000))', 'value', '[0, 1, 2, '],
    ['FINAL()', 'error', needsAnswer],
    ['FINAL(1, 2)', 'error', 'FINAL takes one answer, got 2'],
    ['FINAL(None)', 'error', 'the answer is None, which answers nothing'],
    ['return 5', 'error', 'finish with FINAL(value)'],
  ],
  javascript: [
    ['print([1, "a", { b: null }])', 'stdout', '[1, "a", { b: null }]\n'],
    ['({ a: ["b \\n", 2.5, null, true] })', 'value', '{ a: ["b \\n", 2.5, null, true] }'],
    ['"A" + "x".repeat(100_000)', 'value', '... (96,001 characters left out) ...'],
    ['Array.from({ length: 100_000 }, (_, i) => i)', 'value', '[0, 1, 2, '],
    ['FINAL()', 'error', needsAnswer],
    ['FINAL(1, 2)', 'error', 'FINAL takes one value, got 2'],
    ['FINAL(null)', 'error', 'the answer is null, which answers nothing'],
    ['return 5', 'error', 'finish with FINAL(value)'],
  ],
};

await describeBackends('the texts that a model reads', (backend) => {
  it('are these, in data that is printed or shown and in errors', async () => {
    const session = await backend.open();
    for (const [code, part, text] of rows[backend.language]) {
      const { error, stdout, value } = await session.execute(code);
      expect({ error: error?.message, stdout, value }[part], code).toContain(text);
    }
    await session.close();
  });
});
