import { dialects } from '@rlm/termination/dialects';
import { describe, expect, it } from 'vitest';

import { readReply } from '../../src/turn/read-reply.js';

const read = (text: string, language: 'python' | 'javascript' = 'python') =>
  readReply(text, language, [dialects.final, dialects.submit]);

const block = (code: string, tag = 'repl'): string => `\`\`\`${tag}\n${code}\n\`\`\``;

describe('readReply', () => {
  it.each([
    ['one repl block', block('x = 1'), ['x = 1']],
    ['several blocks in order', `${block('a')}\ntext\n${block('b')}`, ['a', 'b']],
    ['repl blocks alone where there are some', `${block('a', 'python')}\n${block('b')}`, ['b']],
    ['blocks of the language else', `${block('a', 'py')}\n${block('{}', 'json')}`, ['a']],
    ['untagged ones that look like code last', block('x = 1', ''), ['x = 1']],
  ])('runs %s', async (_, text, blocks) => {
    const plan = await read(text);
    expect(plan.type === 'code' && plan.blocks.map(({ code }) => code)).toEqual(blocks);
  });

  it('takes the tags of the REPL’s own language', async () => {
    expect(await read(block('let a = 1', 'ts'), 'javascript')).toMatchObject({ type: 'code' });
    expect(await read(block('let a = 1', 'ts'), 'python')).toMatchObject({ type: 'nothing' });
  });

  it('never ends through the prose of a reply with code, and says so', async () => {
    const reply = await read(`${block('print(1)')}\n\nFINAL(9999)`);
    expect(reply).toMatchObject({ type: 'code', notices: [{ code: 'prose_final_ignored' }] });
  });

  it.each([
    ['FINAL(First (a)\nSecond)', { finalType: 'direct', content: 'First (a)\nSecond' }],
    ['Done.\n\nFINAL("42")', { finalType: 'direct', content: '42' }],
    ['FINAL_VAR(result)', { finalType: 'variable', content: 'result' }],
    ['SUBMIT(answer="x", n=2)', { finalType: 'submit', submitFields: { answer: 'x', n: 2 } }],
    ['FINAL("")', { finalType: 'direct', content: '' }],
  ])('ends through the prose %j', async (text, final) => {
    expect(await read(text)).toMatchObject({ type: 'final', final });
  });

  it.each([
    'I will think about it.',
    'I will first inspect it and then call FINAL_VAR(context)',
    'The form is `FINAL(x)`.',
    '<think>FINAL(1)</think>',
    '',
  ])('finds nothing to do in %j', async (text) => {
    expect((await read(text)).type).toBe('nothing');
  });

  it.each([
    ['FINAL(42', 'unclosed'],
    ['FINAL(<your answer>)', 'a placeholder'],
    ['FINAL_VAR(x[0])', 'no identifier'],
  ])('reports the near miss %s', async (text) => {
    expect(await read(text)).toMatchObject({
      type: 'nothing',
      notices: [{ code: 'final_near_miss' }],
    });
  });

  it('runs nothing of a block that is cut off, and does not take its prose for an answer', async () => {
    const reply = await read('FINAL(1)\n```repl\nprint(1)\n');
    expect(reply.type).toBe('nothing');
    expect(reply.notices.map(({ code }) => code)).toContain('block_unclosed');
  });

  it('offers only the dialects that are on', async () => {
    expect((await readReply('FINAL(1)', 'python', [dialects.submit])).type).toBe('nothing');
    expect((await readReply('SUBMIT(answer=1)', 'python', [dialects.final])).type).toBe('nothing');
  });
});
