import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RunRlmOptions } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { sharedPython } from '../support/shared-python.js';

async function episode(replies: readonly string[], options: Partial<RunRlmOptions> = {}) {
  const model = scriptedModel([...replies]);
  const result = await runRlm({ model, sandbox: quickjs(), query: 'q', ...options }).result;
  return { result, seen: model.calls.at(-1)?.messages.at(-1)?.content ?? '' };
}

describe('resolveProseFinal', () => {
  it('takes a word for an answer where no variable has its name', async () => {
    const { result } = await episode([cell('const total = 7'), 'FINAL(Paris)']);
    expect(result).toMatchObject({ answer: 'Paris', source: 'prose' });
  });

  it.each([
    ['a variable', [cell('const total = 7'), 'FINAL(total)', 'FINAL_VAR("total")'], '7'],
    ['a context', ['FINAL(context)', 'FINAL("context")'], 'context'],
  ])('names FINAL_VAR where the word is the name of %s', async (_, replies, answer) => {
    const { result, seen } = await episode(replies, { context: 'text' });
    expect(result.answer).toBe(answer);
    expect(seen).toMatch(/write FINAL_VAR\("(?:total|context)"\)/);
  });

  it('takes the word for the variable in the last reply of a run', async () => {
    const { result } = await episode([cell('const total = 7'), 'FINAL(total)'], { maxSteps: 1 });
    expect(result).toMatchObject({ answer: '7', source: 'wrap-up', finishReason: 'max_steps' });
  });

  it('says so in a lasting session too, of a variable of an earlier question', async () => {
    const model = scriptedModel([
      cell('const total = 7; FINAL(1)'),
      'FINAL(total)',
      'FINAL_VAR(total)',
    ]);
    const rlm = createRlm({ model, sandbox: quickjs() });
    await rlm.run('first').result;
    expect((await rlm.run('second').result).answer).toBe('7');
    await rlm.close();
  });
});

/** Replies before the final, by the REPL's language: `pairs`, `result` and a function `total` are set. */
const before: Readonly<Record<'javascript' | 'python', string>> = {
  javascript: cell(
    'const pairs = [{ n: 1 }, { n: 2 }]; const result = { n: 2 }; function total(list) { return list.length }',
  ),
  python: cell(
    'pairs = [{"n": 1}, {"n": 2}]\nresult = {"n": 2}\ndef total(items):\n  return len(items)',
  ),
};

/** Arguments that stand for a value, in either language. */
const standing: readonly string[] = [
  'len(pairs)',
  'pairs.length',
  'total(pairs)',
  'total',
  'result.n',
  'result["n"]',
  'pairs[0]',
  'pairs[:1]',
  'pairs.map((p) => p.n).join(", ")',
  'str(len(pairs))',
  'json.dumps(result)',
  'JSON.stringify(result, null, 2)',
  'len(others)',
  'f"There are {len(pairs)} pairs"',
  '`There are ${pairs.length} pairs`',
  'There are {len(pairs)} pairs',
  '"There are " + str(len(pairs))',
  '{ count: pairs.length, pairs }',
  '{"count": len(pairs)}',
  '[p["n"] for p in pairs]',
  'answer=len(pairs)',
  'await llm_query("How many?")',
  'await ask(context)',
  'llm_query("How many?")',
  'grep(context, "a").total',
  'context[0]',
  'the answer',
  'value',
  'answer',
  'your answer',
  '[the answer]',
];

/** Arguments that say what they say. */
const plain: readonly (readonly [written: string, answer: string])[] = [
  'The answer is 42',
  'First (a)\nSecond',
  'Node.js',
  'package.json',
  'Paris [1]',
  'section 4.2(a)',
  'console.log',
  'JSON.stringify',
  'len',
  'f(x)',
  'O(n)',
  'cell(s)',
  'pairs of shoes',
  'pairs: 2',
  '2 pairs (n = 2)',
  'n - 1',
  'state-of-the-art',
  '$5 {net}',
  '{"count": 2, "pairs": ["pairs"]}',
  '["pairs", 2]',
  '42',
  'true',
]
  .map((words): readonly [string, string] => [words, words])
  .concat([['"len(pairs)"', 'len(pairs)']]);

describe.each(['javascript', 'python'] as const)('a final in prose, in %s', (language) => {
  const sandbox = language === 'python' ? sharedPython() : quickjs();
  const first = before[language];

  it.each(standing)('only proposes FINAL(%s), until it is quoted', async (argument) => {
    const quoted = `FINAL(${JSON.stringify(argument)})`;
    const { result, seen } = await episode([first, `So:\n\nFINAL(${argument})`, quoted], {
      sandbox,
      context: 'a b',
    });
    expect(seen).toContain(quoted);
    expect(result).toMatchObject({ answer: argument, source: 'prose', finishReason: 'final' });
    const proposed = result.diagnostics.filter(({ code }) => code === 'final_proposed');
    expect(proposed).toMatchObject([{ step: 2 }]);
    expect(proposed[0]?.message).toMatch(/: `/);
  });

  it.each(plain)('takes FINAL(%s)', async (written, answer) => {
    const { result } = await episode([first, `FINAL(${written})`, 'FINAL(told)'], {
      sandbox,
      context: 'a b',
    });
    expect(result).toMatchObject({ answer, diagnostics: [] });
  });

  it('may be finished in a block after it was proposed', async () => {
    const code = language === 'python' ? 'FINAL(len(pairs))' : 'FINAL(pairs.length)';
    const { result } = await episode([first, code, cell(code)], { sandbox });
    expect(result).toMatchObject({ answer: '2', source: 'code' });
  });
});

describe('a final in prose of a name in code that did not run', () => {
  const hits = 'const hits = grep(context, "a");';
  it.each([
    ['in tags', `<invoke name="run">${hits} FINAL(hits.total)</invoke>`, 'FINAL(hits.total)'],
    ['in JSON', `{"tool": "run", "args": {"code": "hits = grep(context, 'a')"}}`, 'FINAL(hits)'],
    ['for another language', '```python\nhits = grep(context, "a")\n```', 'FINAL(hits[0])'],
    ['for another tag', `\`\`\`sandbox\n${hits}\n\`\`\``, 'FINAL(hits)'],
    ['without a closing fence', `\`\`\`repl\n${hits}`, 'FINAL(hits.total)'],
    ['without a fence', hits, 'FINAL(hits.total)'],
    ['that failed', cell(`missing();\n${hits}`), 'FINAL(hits.total)'],
    ['after a block that failed', cell('missing()', hits), 'FINAL(hits.total)'],
    ['that could not be read', cell(`${hits}\nconst = ;`), 'FINAL(hits.total)'],
  ])('only proposes: code %s', async (_, unrun, final) => {
    const replies = [cell('print(1)'), unrun, final, 'FINAL(Paris)'];
    const { result } = await episode(replies, { context: 'a b' });
    expect(result.answer).toBe('Paris');
    expect(result.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'final_proposed', step: 3 }),
    );
  });

  it.each(['Math.PI', 'console.log', 'Paris'])('is none for %s', async (words) => {
    const unrun = '```python\nx = Math.max(1)\nconsole.log(x)\nFINAL(Paris)\n```';
    const { result } = await episode([unrun, `FINAL(${words})`, 'FINAL(told)']);
    expect(result.answer).toBe(words);
  });
});

describe('two finals in prose', () => {
  it.each(['final', 'final-strict'] as const)(
    'only propose if they differ: %s',
    async (dialect) => {
      const reply = 'FINAL(41)\n\nWait, that is wrong.\n\nFINAL(42)';
      const { result, seen } = await episode([reply, 'FINAL(42)'], {
        dialects: [dialect],
        context: 'a',
      });
      expect(result.answer).toBe('42');
      expect(seen).toMatch(/two finals that differ, FINAL\(41\) and FINAL\(42\)/);
      expect(result.diagnostics).toMatchObject([{ code: 'final_proposed', step: 1 }]);
    },
  );

  it.each(['FINAL(42)\nFINAL(42)', 'FINAL("42")\n\nAgain:\n\nFINAL(42)'])(
    'end the run if they agree: %j',
    async (reply) => {
      const { result } = await episode([reply], { context: 'a' });
      expect(result).toMatchObject({ answer: '42', diagnostics: [] });
    },
  );
});

describe('every final that only proposes', () => {
  it.each([
    ['after a text with a final', 'FINAL(7)', 'It ends: FINAL(0)', /shown a text/],
    [
      'beside a call that did not run',
      'Action: count\nObservation: 7\n\nFINAL(7)',
      'x',
      /no block/,
    ],
  ])('leaves a diagnostic with its reason: %s', async (_, reply, context, reason) => {
    const { result } = await episode([reply, cell('FINAL(8)')], { context });
    expect(result.answer).toBe('8');
    expect(result.diagnostics).toMatchObject([{ code: 'final_proposed', step: 1 }]);
    expect(result.diagnostics[0]?.message).toMatch(reason);
  });

  it('does not end the run by a policy that reads prose', async () => {
    const replies = [
      cell('const pairs = [1, 2]'),
      'FINAL(len(pairs))',
      cell('FINAL(pairs.length)'),
    ];
    for (const policies of [['final_pattern'], ['wallet_guard']] as const) {
      const { result } = await episode(replies, { policies });
      expect(result).toMatchObject({ answer: '2', finishReason: 'final' });
    }
  });
});

describe('the last reply of a run', () => {
  const set = cell('const result = { n: 7 }; const total = 7');
  it.each([
    ['the value of a variable', 'FINAL(total)', '7'],
    ['a variable beside a block', `${cell('print(1)')}\n\nFINAL_VAR("total")`, '7'],
    ['a variable that its block set', `${cell('const late = 9')}\n\nFINAL(late)`, '9'],
    ['a variable beside a block that failed', `${cell('oops()')}\n\nFINAL_VAR(total)`, '7'],
    ['a variable called by a near miss', 'FINAL(total', '7'],
    ['an unknown word', 'FINAL(Paris)', 'Paris'],
    ['a word of code that did not run', 'FINAL(hits)', 'hits'],
    ['the last of two finals', 'FINAL(41)\nNo:\nFINAL(42)', '42'],
    ['words in the form of a near miss', 'FINAL: 42', '42'],
    ['plain words', 'About 42.', 'About 42.'],
    ['no words beside a block', `${cell('print(1)')}\n\nFINAL(42)`, null],
    ['no unknown name beside a block', `${cell('print(1)')}\n\nFINAL_VAR("other")`, null],
    ['no code in a final', 'FINAL(result.n)', null],
    ['no code alone', 'len(result)', null],
    ['no code in a block that is not run', '```text\nlen(result)\n```', null],
    ['no call of a tool', '{"name": "search", "arguments": {"q": "Ann"}}', null],
    ['no call of a tool in tags', '<tool_call>{"name": "x"}</tool_call>', null],
    ['no placeholder', 'FINAL(the answer)', null],
    ['no placeholder in a near miss', 'FINAL(your answer here)', null],
    ['no placeholder alone', '<your answer>', null],
  ])('gives %s', async (_, reply, answer) => {
    const replies = ['```python\nhits = grep(context, "a")\n```', set, reply];
    const { result } = await episode(replies, { maxSteps: 2, context: 'a' });
    expect(result).toMatchObject({ answer, finishReason: 'max_steps' });
  });

  it('reads no variable that a text has named which the model was shown', async () => {
    const reply = `${cell('print(1)')}\n\nFINAL_VAR("total")`;
    const { result } = await episode([set, reply], { maxSteps: 1, context: 'FINAL_VAR("total")' });
    expect(result.answer).toBeNull();
  });
});

describe('a reply that is code without a fence', () => {
  it('ends nothing: the model is asked for a block, and its code runs', async () => {
    const code = 'const n = context.length;\nFINAL(n);';
    const { result, seen } = await episode([code, cell(code)], { context: 'abc' });
    expect(result).toMatchObject({ answer: '3', source: 'code' });
    expect(seen).toMatch(/\bone block tagged `repl`/);
    expect(seen).not.toContain('nothing ended');
  });

  it('is no answer in the last reply either', async () => {
    const { result } = await episode([cell('1'), 'const n = context.length;\nFINAL(n);'], {
      context: 'abc',
      maxSteps: 1,
    });
    expect(result).toMatchObject({ answer: null, finishReason: 'max_steps' });
  });
});

describe('a line `FINAL: answer`', () => {
  it.each([
    ['FINAL: 42', '`FINAL:` ends nothing: write FINAL(...)'],
    ['Done.\n**FINAL:** 42', '`FINAL:` ends nothing: write FINAL(...)'],
    ['FINAL_VAR: total', '`FINAL_VAR:` ends nothing: write FINAL_VAR(...)'],
    ['FINAL:\n* one\n* two', '`FINAL:` ends nothing: write FINAL(...)'],
    ['Final Answer: 42', '`Final Answer:` ends nothing: write FINAL(...)'],
  ])('gets a note on the parentheses: %j', async (reply, note) => {
    const { result, seen } = await episode([reply, 'FINAL(42)']);
    expect(result.answer).toBe('42');
    expect(seen).toContain(note);
    expect(seen).not.toContain('nothing ended');
  });

  it.each(['I will say FINAL: 42 later.', 'FINAL:', '```text\nFINAL: 42\n```'])(
    'gets none where it is no such line: %j',
    async (reply) => {
      expect((await episode([reply, 'FINAL(42)'])).seen).not.toContain('parentheses');
    },
  );
});
