import { describe, expect, it } from 'vitest';

import { extractCodeBlocks } from '../src/index.js';
import { closesFence, createFenceReader } from '../src/internal.js';

/** The code of a reply with one block that has no tag. */
const codeIn = (code: string): readonly string[] => extractCodeBlocks(`\`\`\`\n${code}\n\`\`\``);

describe('a block in a list', () => {
  it.each(['-', '*', '+', '1.', '12)', '- *', '   -'])('is read after the mark %j', (mark) => {
    expect(extractCodeBlocks(`Steps:\n\n${mark} \`\`\`\n  x = 1\n  \`\`\``)).toEqual(['x = 1']);
  });
});

describe('a block without a tag', () => {
  it.each([
    ['one address', 'https://example.com/?q=1'],
    ['several, one a line', 'https://example.com/?q=1\nftp://example.com/?q=2'],
    ['several on a line, with blanks around', '  https://a.example/?q=1 https://b.example/?q=2  '],
    ['an address and an empty line', 'https://example.com/?q=1\n'],
  ])('is no code, if it holds %s', (_, code) => {
    expect(codeIn(code)).toEqual([]);
  });

  it.each([
    ['ends with one', 'x = get(url)\n# See\nhttps://example.com/?q=1'],
    ['begins with one', 'https://example.com/?q=1\nx = get(url)'],
    ['has one in a string', 'x = get("https://example.com/?q=1")'],
    ['a function of JavaScript', '// https://example.com/?q\nfunction f() { return 1 }\nf()'],
  ])('is code, if it has more than addresses and %s', (_, code) => {
    expect(codeIn(code)).toEqual([code]);
  });

  it('is read in no time, however many addresses are glued together in it', () => {
    const glued = `${'a://'.repeat(5_000)} =`;
    expect(codeIn(glued)).toEqual([glued]);
  });
});

describe('closesFence', () => {
  const closes = (text: string, line: string): boolean => {
    const at = text.search(/`{3}|~{3}/);
    const fence = createFenceReader(text)(at) ?? expect.unreachable('expected a fence');
    return closesFence(text, text.lastIndexOf(line), fence);
  };

  it.each([
    ['a shorter fence', '````py\n```\ncode\n````\nafter\n', '```\ncode', false],
    ['code', '````py\ncode\n````\n', 'code', false],
    ['a fence as long', '````py\ncode\n````\nafter\n', '````\nafter', true],
    ['one that ends a line of code', '```py\nx = 1```\n', '= 1', true],
    ['one with blanks around it', '```py\ncode\n  ```  \nafter\n', '  ```  ', true],
    ['a shorter one of tildes', '~~~~py\n~~~\ncode\n~~~~\n', '~~~\ncode', false],
    ['one as long of tildes', '~~~~py\ncode\n~~~~\nafter', '~~~~\nafter', true],
    ['one of another sign', '~~~py\n```\ncode\n~~~\n', '```\ncode', false],
    ['one behind a list’s mark', '1. ```py\n   code\n   ```\nafter', '```\nafter', true],
  ])('says whether %s ends the block', (_, text, line, expected) => {
    expect(closes(text, line)).toBe(expected);
  });
});
