import { describe, expect, it } from 'vitest';

import { inPieces } from '../../../src/monty/session/breathe.js';
import { dropAwait } from '../../../src/monty/session/run-cell.js';

const isOfHost = (name: string): boolean => name === 'llm_query';

describe('dropAwait', () => {
  it.each([
    ['x = await llm_query("a")', 'x = llm_query      ("a")'],
    ['await  llm_query ("a")', 'llm_query        ("a")'],
    ['if x:\n  await llm_query("a")', 'if x:\n  llm_query      ("a")'],
    ['f(await llm_query("await llm_query(x)"))', 'f(llm_query      ("await llm_query(x)"))'],
    ['s = """\nawait llm_query(x)\n"""', 's = """\nawait llm_query(x)\n"""'],
    ["s = 'it\\'s' + await llm_query(x)", "s = 'it\\'s' + llm_query      (x)"],
    ['# await llm_query(x)\nawait other(x)', '# await llm_query(x)\nawait other(x)'],
    ['await llm_query_batched(x)', 'await llm_query_batched(x)'],
    ['no_await llm_query(x)', 'no_await llm_query(x)'],
  ])('blanks it out in %j', async (code, expected) => {
    expect(await inPieces(dropAwait(code, isOfHost))).toBe(expected);
  });
});
