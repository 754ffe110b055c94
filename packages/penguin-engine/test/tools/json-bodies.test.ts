import { findJsonFault } from '@rlm/kernel/internal';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { defineTool, executeAction, finishTask, parseActions } from '../../src/index.js';

const add = defineTool({
  name: 'add',
  description: 'Adds',
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});
const note = defineTool({
  name: 'note',
  description: 'Takes any text',
  input: z.string().min(3),
  execute: (text) => text,
});

const faults: readonly (readonly [text: string, what: RegExp])[] = [
  ["{'a': 1, 'b': 2}", /line 1, column 2: .*double quotes.*not in '/],
  ['{“a”: 1, “b”: 2}', /column 2: .*double quotes.*not in “/],
  ['{a: 1, b: 2}', /column 2: .*double quotes/],
  ['{"a": \'1\', "b": 2}', /column 7: .*double quotes/],
  ['{"a": 1, "b": 2,}', /column 17: .*comma too many/],
  ['{"a": 1,, "b": 2}', /column 9: .*comma too many/],
  ['{"a": 1 "b": 2}', /column 9: .*comma is missing/],
  ['{"a": "say "hi"", "b": 2}', /column 13: .*quote in a text is written/],
  ['{"a": 1; "b": 2}', /column 8: expected a comma or }$/],
  ['[1_000]', /column 3: expected a comma or \]$/],
  ['{"a": 1, "b": }', /column 15: .*value is missing/],
  ['{"a" 1}', /column 6: .*colon/],
  ['{"a": True}', /column 7: write true/],
  ['{"a": None}', /column 7: write null/],
  ['{"a": NaN}', /column 7: write null/],
  ['{\n  "a": 1, // one\n  "b": 2\n}', /line 2, column 11: .*comments/],
  ['{"a": 1, "b": 2', /column 16: .*ends before }/],
  ['{"a": "1, "b": 2}', /column 12: /],
  ['{"a": "x', /column 7: .*no closing quote/],
  ['{"a": "x\ny"}', /column 9: .*line break/],
  ['{"a": "\\x"}', /column 8: .*backslash/],
  ['{"a": 1} and so on', /column 10: .*follows the end/],
  ['[1, 2]]', /column 7: .*follows the end/],
  ['{"a": [1, 2}', /column 12: .*expected \]/],
  ['{"a": 01}', /column 8: /],
  ['{"a": .5}', /column 7: expected a value/],
  ['```json\n{"a": 1, "b": 2}\n```', /code fence/],
];

describe('findJsonFault', () => {
  it.each(faults)('says where and what: %s', (text, what) => {
    expect(findJsonFault(text)?.what).toMatch(what);
  });

  it('agrees with JSON.parse about what is JSON', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"a"',
      ':',
      ',',
      '1',
      '-2.5e3',
      'null',
      'tru',
      ' ',
      '"\\u00e9\\n"',
    ];
    let seed = 7;
    for (let round = 0; round < 20_000; round += 1) {
      let text = '';
      do {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        text += pieces[(seed >> 8) % pieces.length] ?? '';
      } while ((seed >> 16) % 5 > 0);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect([text, findJsonFault(text) === null]).toEqual([text, isJson]);
    }
  });
});

describe('a body that should be JSON', () => {
  const told = async (text: string, tools = [add, note]) => {
    const names = tools.map(({ name }) => name);
    const [action] = parseActions(text, { names }).actions;
    if (action === undefined) throw new Error(`no action in ${text}`);
    return executeAction(action, { tools });
  };

  it.each(faults.filter(([text]) => !/and so on|\]\]/.test(text)))(
    'is told as that, with what was read: %s',
    async (text) => {
      const { status, result } = await told(`<add>${text}</add>`);
      const start = text.trim().split('\n')[0]?.slice(0, 8) ?? '';
      expect(status).toBe('error');
      expect(result).toMatch(/^Error: the arguments of add are not JSON: .*\. Read: /);
      expect(result).toContain(start);
      expect(result).not.toMatch(/expected object/i);
    },
  );

  it('is told if it is plain text for a tool that takes an object', async () => {
    const { result } = await told('<add>1 and 2</add>');
    expect(result).toMatch(/not JSON: .*\. Read: 1 and 2/);
  });

  it('is long: what is shown of it is short', async () => {
    const { result } = await told(`<add>{"a": ${'1'.repeat(90_000)}, 'b': 2}</add>`);
    expect(result).toMatch(/column 90,?009/);
    expect(result.length).toBeLessThan(300);
  });

  it('keeps the words of the schema if it is JSON, or if text is what the tool takes', async () => {
    expect((await told('<add>{"a": 1}</add>')).result).toMatch(/^(?!.*JSON).*\badd\b.*\bb: /);
    expect((await told('<note>ab</note>')).result).toMatch(/^(?!.*JSON).*\bnote\b/);
    expect(await told("<note>{'a': 1}</note>")).toMatchObject({ status: 'completed' });
  });

  it('is told of a native call too', async () => {
    const call = { id: '1', name: 'add', arguments: "{'a': 1, 'b': 2}" };
    const { result } = await executeAction(call, { tools: [add] });
    expect(result).toMatch(/not JSON: line 1, column 2: .* Read: \{'a': 1, 'b': 2\}/);
  });

  it.each([
    ["{'status': 'done'}", /broken JSON \(line 1, column 2: .* Read: \{'status': 'done'\}\)/],
    ['{"status": "done",}', /comma too many/],
    ['{"summary": "a\nb", "status": done}', /double quotes/],
  ])('is told of finish_task: %s', (text, facts) => {
    expect(finishTask(text)).toMatchObject({ finish: null, error: 'invalid_arguments' });
    expect(finishTask(text).text).toMatch(facts);
  });
});
