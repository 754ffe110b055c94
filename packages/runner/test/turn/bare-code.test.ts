import { dialects } from '@rlm/termination/dialects';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bareCode } from '../../src/turn/bare-code.js';
import { readReply } from '../../src/turn/read-reply.js';
import { bareJavaScript, barePython, honestReplies } from './replies.js';

const languages = ['python', 'javascript'] as const;
const codes = [
  ...barePython.map((text) => ['python', text] as const),
  ...bareJavaScript.map((text) => ['javascript', text] as const),
];
const read = (text: string, language: (typeof languages)[number]) =>
  readReply(text, language, [dialects.final, dialects.submit]);

describe('bareCode', () => {
  it('has a table of at least 60 honest replies and 40 that are code', () => {
    expect(honestReplies.length).toBeGreaterThanOrEqual(60);
    expect(codes.length).toBeGreaterThanOrEqual(40);
  });

  it.each(codes)('takes the %s %j for code', (_, text) => {
    expect(bareCode(text)).not.toEqual([]);
  });

  it.each(honestReplies)('takes %j for prose', (text) => {
    expect(bareCode(text)).toEqual([]);
  });

  it.each([
    ['quotes', `"'`],
    ['triple quotes', '"""a'],
    ['templates', '`a'],
    ['comments', '/*'],
    ['brackets', '([{'],
    ['assignments', 'a=a=a\n'],
    ['arguments', 'f(a=1,'],
    ['chains', 'a='],
    ['operators', '-+'],
    ['blank lines', ' \n'],
  ])('never throws on many %s, and takes no more time than their number', (_, unit) => {
    const text = `${unit.repeat(40_000)}\nFINAL(x)`;
    expect(() => bareCode(text)).not.toThrow();
  });

  it('never throws', () => {
    const pieces = fc.constantFrom(
      ...['if', 'else', ':', '\n', '    ', 'x', '=', '(', ')', '{', '}', '[', ']', ',', '.', ';'],
      ...[
        '"',
        "'",
        '`',
        '#',
        '//',
        'for',
        'in',
        'of',
        'def',
        'function',
        '=>',
        'FINAL(',
        '1',
        '\\',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
        expect(() => bareCode(all.join(' '))).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('readReply', () => {
  it.each(codes)('asks for a fence around the %s %j', async (language, text) => {
    const plan = await read(text, language);
    expect(plan).toMatchObject({ type: 'nothing', notices: [{ code: 'code_unfenced' }] });
    expect(plan.notices[0]?.message).toContain('tagged `repl`');
  });

  it.each(honestReplies)('lets %j end the run', async (text) => {
    for (const language of languages) expect((await read(text, language)).type).toBe('final');
  });

  it.each([
    'Let me count them.\nn = len(context)\nFINAL(n)',
    'First the rows:\n\nconst n = context.length;\n\nSo FINAL(n)',
  ])('does not take a word for an answer that the text assigns: %j', async (text) => {
    for (const language of languages) {
      expect(await read(text, language)).toMatchObject({
        type: 'nothing',
        notices: [
          { code: 'code_unfenced', message: expect.stringContaining('FINAL(n)') as string },
        ],
      });
    }
  });
});
