import fc from 'fast-check';
import { parseCodeBlocks } from '@rlm/termination';
import { describe, expect, it } from 'vitest';

import { createFenceWatch } from '../../src/turn/fence-watch.js';
import { closedBlockEnd } from '../../src/turn/runnable-blocks.js';

const reply = 'Let me look.\n\n```repl\nprint(1)\n```\n\nIt printed 7.\nFINAL(7)\n';

function feed(chunks: readonly string[], enabled = true): string | null {
  const watch = createFenceWatch('python', enabled);
  let text = '';
  for (const chunk of chunks) {
    text += chunk;
    if (watch.push(chunk)) break;
  }
  const end = watch.end();
  return end === null ? null : text.slice(0, end);
}

describe('createFenceWatch', () => {
  it('cuts a stream after its first runnable block, however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 80 }), (sizes) => {
        const chunks: string[] = [];
        let at = 0;
        for (const size of sizes) {
          if (at < reply.length) chunks.push(reply.slice(at, at + size));
          at += size;
        }
        expect(feed(chunks)?.trimEnd()).toBe('Let me look.\n\n```repl\nprint(1)\n```');
      }),
    );
  });

  it.each([
    ['an opening fence glued to text', 'Look.```repl\nprint(1)\n```\n\nFINAL(7)\n'],
    ['a closing fence glued to code', '```repl\nprint(1)```\nFINAL(7)\n'],
    ['text right after the closing fence', '```repl\nprint(1)\n```It printed 7.\nFINAL(7)\n'],
    ['a fence within a fence', '```\n```python\nprint(1)\n```\n```\nFINAL(7)\n'],
    ['a fence in the line of a list item', '- ```repl\n  print(1)\n  ```\nFINAL(7)\n'],
    ['tildes', '~~~repl\nprint(1)\n~~~\nFINAL(7)\n'],
  ])('sees the fences that the parser sees: %s', (_, text) => {
    const cut = feed(text.split(''));
    expect(cut).not.toBeNull();
    expect(cut).not.toContain('7');
    const codes = (reply: string) => parseCodeBlocks(reply).filter(({ code }) => code !== '');
    expect(codes(cut ?? '')[0]).toMatchObject({ code: 'print(1)', closed: true });
  });

  it('leaves alone a reply that comes whole, and any reply when it is off', () => {
    expect(feed([reply])).toBeNull();
    expect(feed(reply.split(''), false)).toBeNull();
  });

  it.each([
    ['a block that does not run', '```json\n{}\n```\n\ntext\n'],
    ['a fence within a string that is open', '```python\nx = """\n```\n'],
    ['prose', 'nothing here\n```\n'],
    ['a draft in a thought that may go on', `<scratchpad>\n${reply}`],
    ['a draft in a thought in a thought', `<think>a<think>b</think>\n${reply}`],
    ['a draft in harmony without special tokens', `analysisWe see.\n${reply}`],
  ])('does not stop at %s', (_, text) => {
    expect(feed(text.split(''))).toBeNull();
  });

  it('knows the drafts of a model that closes thoughts which it has not opened', () => {
    const draft = 'Perhaps:\n```python\nprint(1)\n```\n';
    expect(closedBlockEnd(draft, 'python')).not.toBeNull();
    expect(closedBlockEnd(draft, 'python', true)).toBeNull();
    const text = `${draft}</think>\n${reply}`;
    expect(closedBlockEnd(text, 'python', true)).toBe(text.indexOf('\n\nIt printed'));
  });
});
