import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { sharedPython } from '../support/shared-python.js';

/** What the model is told of the last of some replies. */
async function toldOf(
  replies: readonly string[],
  sandbox: SandboxBackend = quickjs(),
  subModel?: () => string,
): Promise<string> {
  const model = scriptedModel([...replies, cell('FINAL(1)')]);
  const asked = { model, sandbox, query: 'q', context: 'a b' };
  await runRlm(subModel === undefined ? asked : { ...asked, subModel }).result;
  return String(model.calls[replies.length]?.messages.at(-1)?.content);
}

const block = (code: string, tag = 'repl'): string => `\`\`\`${tag}\n${code}\n\`\`\``;

describe('what a model is told of a block that could not be read', () => {
  it.each([
    ['a loop of Python', 'const a = 1\nfor x in y:\n  print(x)', /\b2\b/],
    ['quotes of a text processor', 'FINAL(“x”)', /“/],
    ['a bracket that is missing', 'print(1', /\bend of the code\b/],
    ['a sentence', 'FINAL(The book is X)', /'book' at column 11/],
  ])('says of %s where, and that nothing ran', async (_, code, where) => {
    const told = await toldOf([cell(code)]);
    expect(told).toMatch(/\bnothing of the block ran\b/);
    expect(told).toMatch(where);
    expect(told).not.toContain('New or changed variables');
  });

  it('says it in Python', async () => {
    expect(await toldOf([cell('a = 1\nb = = 2')], sharedPython())).toMatch(
      /Line 2 .*\bnothing of the block ran\b/,
    );
  });

  it('says nothing of the kind if running code could not read a text', async () => {
    const javascript = ['const a = 1\nprint("ran")\nJSON.parse("{bad")', 'new RegExp("(")'];
    const python = ['import ast\nast.literal_eval("{x")', 'raise SyntaxError("no")'];
    for (const code of javascript) {
      expect(await toldOf([cell(code)])).not.toMatch(/\bnothing of\b/);
    }
    for (const code of python) {
      expect(await toldOf([cell(code)], sharedPython())).not.toMatch(/\bnothing of\b/);
    }
  });
});

const xml =
  '<tool_call>\n<function=search>\n<parameter=q>Ann</parameter>\n</function>\n</tool_call>';
const invented = '<function_results>\nThe total is 150.\n</function_results>';

/** Replies in which nothing runs, and the facts that the model must read. */
const unrun: readonly (readonly [what: string, reply: string, facts: readonly RegExp[]])[] = [
  [
    'Python in its own block',
    block('n = len(context)', 'python'),
    [/`python`/, /JavaScript, not Python/],
  ],
  ['Python with a final', block('FINAL(len(context))', 'py'), [/`py`/, /FINAL did nothing/]],
  ['a shell', block('grep -c total context.txt', 'bash'), [/`bash`/, /no shell/]],
  ['a tag of its own', block('rows = context.split()', 'sandbox'), [/`sandbox`/, /tagged `repl`/]],
  ['a query of a database', block('SELECT count(*) FROM context', 'sql'), [/`sql`/]],
  ['an open fence of Python', '```python\nprint(len(context))', [/`python`/, /not Python/]],
  ['an open fence of a shell', 'I look:\n```bash\nls', [/`bash`/, /no shell/]],
  ['an open fence with a call', '```json\n{"name": "f", "arguments": {}}', [/no tools to call/]],
  ['a final in a block of text', block('FINAL(42)', 'text'), [/`text`/, /FINAL did nothing/]],
  ['an open fence', '```repl\nprint(1)', [/closing fence/]],
  ['a call as XML', xml, [/no tools to call \(`<tool_call>`\)/, /llm_query/]],
  ['code as XML', '<execute>\nprint(1)\n</execute>', [/`<execute>`/]],
  ['invoke', '<invoke name="bash">\n<parameter name="c">ls</parameter>\n</invoke>', [/`<invoke`/]],
  ['a call as JSON', '{"name": "search", "arguments": {"q": "Ann"}}', [/no tools to call/]],
  [
    'a call as JSON in a fence',
    block('{"tool": "run", "args": {"code": "1"}}', 'json'),
    [/no tools/],
  ],
  ['a call behind a token', '[TOOL_CALLS][{"name": "x", "arguments": {}}]', [/TOOL_CALLS/]],
  ['a call in a channel', '<|channel|>commentary to=functions.run<|message|>{"a":1}', [/no tools/]],
  ['ReAct', 'Thought: I search.\nAction: search\nAction Input: Ann', [/no tools to call/]],
  ['an invented observation', 'Action: run\nObservation: 150', [/invented/]],
  ['a call after a colon', 'I look: print(context)', [/`print\(context\)` in text/]],
  ['a call in backquotes', 'I run `print(context)` now.', [/`print\(context\)` in text/]],
  ['prompts without a fence', '>>> n = 3\n>>> FINAL(n)', [/in no block/]],
  ['code without a fence', 'const n = context.length;\nprint(n)', [/in no block/]],
  ['Python without a fence', 'n = len(context)\nprint(n)', [/in Python/, /JavaScript/]],
  [
    'a call in text',
    'I look at it first.\n\nprint(context.slice(0, 9))',
    [/`print\(context.*text/],
  ],
];

describe('what a model is told of a reply in which nothing ran', () => {
  it.each(unrun)('names %s once, with what to write', async (_, reply, facts) => {
    const told = await toldOf([reply]);
    const notes = told.split('\n').filter((line) => line.startsWith('Note: '));
    expect(notes).toHaveLength(1);
    for (const fact of facts) expect(notes[0]).toMatch(fact);
    expect(told).not.toMatch(/outside of code/);
  });

  it('speaks of the other language only if the code is not of the own one', async () => {
    for (const code of ['print(context.slice(0, 9))', 'x = await llm_query("a")']) {
      const told = await toldOf([code]);
      expect(told).toMatch(/in no block/);
      expect(told).not.toContain('Python');
    }
  });

  it.each([
    ['FINAL[42]', 'FINAL['],
    ['FINAL - 42', 'FINAL -'],
    ['FINAL = 42', 'FINAL ='],
    ['<FINAL>42</FINAL>', '<FINAL>'],
    ['So:\n\n<answer>42</answer>', '<answer>'],
    ['It is \\boxed{42}.', '\\boxed'],
    ['## Final Answer\n\n42', 'Final Answer'],
    ['final_answer(42)', 'final_answer(...)'],
    ['Final("42");', 'Final(...)'],
  ])('says of the answer %j that its form ends nothing', async (reply, form) => {
    const told = await toldOf([reply]);
    expect(told).toContain(`\`${form}\` ends nothing: write FINAL(...)`);
    expect(told.match(/^Note: /gm)).toHaveLength(1);
  });

  it.each([
    ['a call as XML', xml],
    ['invented results', `${xml}\n${invented}`],
    ['ReAct', 'Action: count\nObservation: 150\nThought: I know it.'],
    ['a block of the other language', block('n = len(context)', 'python')],
    ['a call as JSON', '{"name": "count", "arguments": {"what": "totals"}}'],
  ])('takes no final beside %s while no block has run', async (_, reply) => {
    const model = scriptedModel([`${reply}\n\nFINAL(150)`, cell('print(7)'), 'FINAL(7)']);
    const result = await runRlm({ model, sandbox: quickjs(), query: 'q', context: 'a b' }).result;
    expect(result).toMatchObject({ answer: '7', finishReason: 'final' });
    expect(String(model.calls[1]?.messages.at(-1)?.content)).toMatch(/final .*not taken/);
  });

  it.each([
    [
      'print(1)\nprint(2)',
      'a plain answer',
      'It holds 3 totals. Action was taken in 1836.\n\nFINAL(3)',
    ],
    ['data', 'JSON that calls nothing', '{"name": "Ann", "age": 3}\n\nFINAL(Ann)'],
    ['a list', 'what is to be done', 'From: Ann\nAction: approve the budget\n\nFINAL(Ann)'],
    ['data', 'JSON with a command', '{"name": "Ann", "command": "Fleet 3"}\n\nFINAL(Ann)'],
    ['XML', 'an answer of several lines', 'FINAL(\n<code>42</code>\n)'],
    ['a log', 'an answer that quotes', 'FINAL("Action: search\nObservation: 3")'],
    ['quoted', 'a tag in a sentence', 'The page uses <code> for programs.\n\nFINAL(code)'],
  ])('lets %s (%s) end the run', async (_, __, reply) => {
    const run = runRlm({ model: () => reply, sandbox: quickjs(), query: 'q', context: 'a' });
    expect(await run.result).toMatchObject({ finishReason: 'final' });
  });
});

it('is told of a block that printed nothing and changed nothing', async () => {
  const note = /^Note: Nothing was printed\b.*\bprint\b/m;
  expect(await toldOf([cell('if (false) print(1)')])).toMatch(note);
  expect(await toldOf([cell('let a = 1')])).not.toMatch(note);
  expect(await toldOf([cell('print(1)')])).not.toMatch(note);
});

describe('what is told of code that does no good', () => {
  const inTurn = {
    javascript:
      'const out = []\nfor (let i = 0; i < 12; i++) out.push(await llm_query("q" + i))\nprint(out.length)',
    python: 'out = []\nfor i in range(12):\n    out.append(llm_query(f"q{i}"))\nprint(len(out))',
  };
  const batches = {
    javascript:
      'print((await Promise.all(Array.from({ length: 12 }, (_, i) => llm_query("q" + i)))).length, await llm_query_batched(["a", "b"]))',
    python: 'print(llm_query_batched([f"q{i}" for i in range(12)]))',
  };
  const few = {
    javascript: 'print(await llm_query("a"), await llm_query("b"))',
    python: 'print(llm_query("a"), llm_query("b"))',
  };
  const note = { repeated: /^Note: .*three times/m, inTurn: /^Note: .*llm_query_batched/m };

  it.each([quickjs, sharedPython])('with %o', async (open) => {
    const sandbox = open();
    const { language } = sandbox;
    const asks = (code: string): Promise<string> => toldOf([cell(code)], sandbox, () => 'yes');
    expect(await asks(inTurn[language])).toMatch(note.inTurn);
    expect(await asks(batches[language])).not.toMatch(note.inTurn);
    expect(await asks(few[language])).not.toMatch(note.inTurn);
    for (const code of ['print(1)', 'print(q)', 'x = 1']) {
      const once = cell(code);
      expect(await toldOf([once, once, once], sandbox)).toMatch(note.repeated);
      expect(await toldOf([once, once], sandbox)).not.toMatch(note.repeated);
      expect(await toldOf([once, cell('print(2)'), once], sandbox)).not.toMatch(note.repeated);
    }
    const counts = cell('n += 1\nprint("ok")');
    expect(await toldOf([cell('n = 0'), counts, counts, counts], sandbox)).not.toMatch(
      note.repeated,
    );
  });

  it('says once how lines are shown that look like those of the runner', async () => {
    const source = cell('print("642:   value = f(state)")');
    const note = /^Note: .*shown after `> `/m;
    expect(await toldOf([source])).toMatch(note);
    expect(await toldOf([source, source])).not.toMatch(note);
    expect(await toldOf([cell('print("> 3")')])).not.toMatch(note);
  });
});

describe('what runs of a reply', () => {
  it.each([
    ...['js', 'mjs', 'jsx', 'node', 'tool_code', 'repl js', 'javascript repl', 'REPL'],
    ...['node.js', 'js-repl', 'repl:js', 'es6', '{.js}', 'js exec', 'JavaScript (repl)'],
  ])('a block tagged `%s` in JavaScript', async (tag) => {
    const run = runRlm({ model: () => block('FINAL(7)', tag), sandbox: quickjs(), query: 'q' });
    expect(await run.result).toMatchObject({ answer: '7', source: 'code' });
  });

  it.each([
    ...['py3', 'ipython', 'tool_code', 'python3', 'python repl'],
    ...['python3.12', 'Python 3', 'python_repl', '{python}', 'pyodide', 'python run'],
  ])('a block tagged `%s` in Python', async (tag) => {
    const model = (): string => block('FINAL(7)', tag);
    const run = runRlm({ model, sandbox: sharedPython(), query: 'q' });
    expect(await run.result).toMatchObject({ answer: '7', source: 'code' });
  });

  it('a block in a quotation', async () => {
    const reply = `I run this:\n\n${block('const n = 3\nFINAL(n + 4)').replace(/^/gm, '> ')}`;
    const run = runRlm({ model: () => reply, sandbox: quickjs(), query: 'q' });
    expect(await run.result).toMatchObject({ answer: '7', source: 'code' });
  });

  it('a block in a quotation in a quotation', async () => {
    const reply = block('FINAL(7)').replace(/^/gm, '> > ');
    const run = runRlm({ model: () => reply, sandbox: quickjs(), query: 'q' });
    expect((await run.result).answer).toBe('7');
  });

  it('what follows the prompts of Node.js', async () => {
    const code = '> const f = () => {\n...   return 7 }\nundefined\n> FINAL(f())';
    const run = runRlm({ model: () => block(code), sandbox: quickjs(), query: 'q' });
    expect((await run.result).answer).toBe('7');
  });

  it.each([
    '>>> n = 3\n>>> for i in range(2):\n...     n += 2\n...\n>>> n\n9\n>>> FINAL(n)',
    '# I count\n\n>>> n = 7\n>>> FINAL(n)',
    '>>>n = 7\n>>>FINAL(n)',
    'In [1]: n = 7\n\nIn [2]: n\nOut[2]: 7\n\nIn [3]: FINAL(n)',
  ])('what follows the prompts of a terminal: %j', async (code) => {
    const run = runRlm({ model: () => block(code), sandbox: sharedPython(), query: 'q' });
    expect(await run.result).toMatchObject({ answer: '7', source: 'code' });
  });

  it.each([
    ['REPL output:', '\nREPL output:\n3\n'],
    ['**REPL output**', '\n**REPL output**\n3\n'],
    ['[REPL output]', '\n[REPL output]\n3\n'],
    ['User: REPL output:', '\nUser: REPL output:\n3\n'],
    ['a heading Output', `\n### Output\n\n${block('3', '')}\n`],
    ['The output of the block:', `\nThe output of the block:\n${block('n = 3', '')}\n`],
    ['stdout:', `\nstdout:\n${block('3', 'text')}\n`],
    ['a fence of output', `\n${block('3', 'output')}\n`],
    ['Observation 1:', '\nObservation 1: 3\n'],
    ['output as XML', '\n<execution_output>\n3\n</execution_output>\n'],
    ['Output: and a fence', `\nOutput:\n\n${block('3', '')}\n`],
    ['Observation:', '\nObservation: 3\n'],
    ['results as XML', '\n<function_results>3</function_results>\n'],
  ])('none of what follows an invented %s', async (_, output) => {
    const reply = `${cell('print(1)')}\n${output}\n${cell('FINAL("invented")')}`;
    const model = scriptedModel([reply, cell('FINAL("real")')]);
    const run = runRlm({ model, sandbox: quickjs(), query: 'q', context: 'a' });
    expect((await run.result).answer).toBe('real');
    expect(String(model.calls[1]?.messages.at(-1)?.content)).toMatch(/\bnot run\b.*\byourself\b/);
  });

  it.each(['Then:', 'Output:', 'The REPL output will tell.', 'Observations: none.'])(
    'two blocks one after the other, with %j between them',
    async (between) => {
      const reply = `${cell('let n = 3')}\n\n${between}\n\n${cell('FINAL(n + 4)')}`;
      const run = runRlm({ model: () => reply, sandbox: quickjs(), query: 'q' });
      expect((await run.result).answer).toBe('7');
    },
  );
});

describe('names of other harnesses', () => {
  it.each([
    ['answer["ready"] = True', [/FINAL\(value\)/]],
    ['answer = {"content": "x"}\nanswer["ready"] = True', [/FINAL\(value\)/]],
    ['answer = {"content": "x", "ready": True}', [/FINAL\(value\)/]],
    ['answer = dict(content="x", ready=True)', [/FINAL\(value\)/]],
    ['submit_answer("x")', [/FINAL\(value\)/]],
    ['attempt_completion("x")', [/FINAL\(value\)/]],
    ['x = llm_query_many(["a"])', [/`llm_query_batched\(prompts\)`/]],
    ['final_answer("x")', [/FINAL\(value\)/]],
    ['finish("x")', [/FINAL\(value\)/]],
    ['done()', [/FINAL\(value\)/]],
    ['submit("x")', [/FINAL\(value\)/]],
    ['x = llm("a")', [/`llm_query\(prompt\)`/]],
    ['x = sub_llm("a")', [/`llm_query\(prompt\)`/]],
    ['x = llm_batch(["a"])', [/`llm_query_batched\(prompts\)`/]],
    ['x = search("a")', [/`grep\(text, part\)`/]],
    ['x = frobnicate("a")', [/no function `frobnicate`/, /llm_query/, /grep/, /FINAL/]],
  ])('get the right one in Python: %s', async (code, facts) => {
    const told = await toldOf([cell(code)], sharedPython());
    for (const fact of facts) expect(told).toMatch(fact);
  });

  it.each([
    ['answer.ready = true', [/FINAL\(value\)/]],
    ['let answer = { content: "x", ready: true }', [/FINAL\(value\)/]],
    ['set_final("x")', [/FINAL\(value\)/]],
    ['task_complete("x")', [/FINAL\(value\)/]],
    ['var answer = { content: "x" }; answer["ready"] = true', [/FINAL\(value\)/]],
    ['final_answer("x")', [/FINAL\(value\)/]],
    ['finish("x")', [/FINAL\(value\)/]],
    ['const x = await llm("a")', [/`await llm_query\(prompt\)`/]],
    ['const x = await llm_batch(["a"])', [/`await llm_query_batched\(prompts\)`/]],
    ['const x = search("a")', [/`grep\(text, part\)`/]],
    ['frobnicate("a")', [/no function `frobnicate`/, /llm_query/, /grep/, /FINAL/]],
  ])('get the right one in JavaScript: %s', async (code, facts) => {
    const told = await toldOf([cell(code)]);
    for (const fact of facts) expect(told).toMatch(fact);
  });
});
