import { describe, expect, it } from 'vitest';

import { parseActions, stripActions } from '../../src/index.js';

describe('parseActions on a text with more wrong tags than a model writes', () => {
  const names = ['a', 'b'];
  const wrong = '<a x="1"> <b y="2"> '.repeat(300);

  it('gives its first 100 diagnostics, and what is never closed', () => {
    const { actions, diagnostics } = parseActions(`${wrong}<a>never closed`, { names });
    expect(actions).toEqual([]);
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.code).toBe('unclosed_tag');
    expect(stripActions(`${wrong}<a>more`, { names, part: 'incomplete' })).toBe(wrong.trimEnd());
  });

  it('still finds the action after them', () => {
    expect(parseActions(`${wrong}<a>x</a>`, { names }).actions).toMatchObject([{ params: 'x' }]);
  });
});
