import { describe, expect, it } from 'vitest';

import { extractCodeBlocks } from '../src/index.js';

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
  ])('is code, if it has more than addresses and %s', (_, code) => {
    expect(codeIn(code)).toEqual([code]);
  });

  it('is read in no time, however many addresses are glued together in it', () => {
    const glued = `${'a://'.repeat(5_000)} =`;
    expect(codeIn(glued)).toEqual([glued]);
  });
});
