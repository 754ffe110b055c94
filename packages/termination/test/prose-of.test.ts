import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseCodeBlocks, proseOf } from '../src/index.js';
import { soleBlock } from '../src/internal.js';

const block = '```json\n{"a": 1}\n```';

describe('proseOf', () => {
  it.each([
    ['a block', `Before.\n${block}\nAfter.`, 'Before.\n\nAfter.'],
    ['a block glued to text', `See:${block}\nAfter.`, 'See:\nAfter.'],
    ['a block in tildes', '~~~\ncode\n~~~\nAfter.', 'After.'],
    ['a longer fence with a shorter one in it', '````\n```\n````\nAfter.', 'After.'],
    ['a block that is not closed', 'Before.\n```json\n{', 'Before.'],
    ['a thought', '<think>FINAL(1)</think>After.', 'After.'],
    ['the end of a thought that the prompt began', 'so it is\n</think>\nAfter.', 'After.'],
    ['a comment', 'A<!-- note -->B', 'AB'],
  ])('leaves out %s', (_, text, prose) => {
    expect(proseOf(text)).toBe(prose);
  });

  it('keeps inline code, and blocks where it is told to', () => {
    expect(proseOf(`Use \`x\`.\n${block}\n<think>no</think>`, { keepBlocks: true })).toBe(
      `Use \`x\`.\n${block}`,
    );
    expect(proseOf(`Use \`x\`.\n${block}`)).toBe('Use `x`.');
  });

  it('keeps every other byte', () => {
    const piece = fc.constantFrom('```', '```py\n', '\n```\n', '~~~', '`', 'text ', '\n', 'x = 1');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expect(proseOf(text, { keepBlocks: true })).toBe(text.trim());
        for (const { span } of parseCodeBlocks(text)) {
          expect(proseOf(text.slice(...span))).toBe('');
        }
      }),
    );
  });
});

describe('soleBlock', () => {
  it('is the code of a reply that is one block', () => {
    expect(soleBlock(`\n${block}\n`)).toBe('{"a": 1}');
    expect(soleBlock(`<think>Hm.</think>${block}`)).toBe('{"a": 1}');
  });

  it.each([
    ['text beside it', `So:\n${block}`],
    ['two blocks', `${block}\n${block}`],
    ['none', ''],
  ])('is undefined for a reply with %s', (_, text) => {
    expect(soleBlock(text)).toBeUndefined();
  });
});
