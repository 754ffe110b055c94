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

describe('a reply with too many tags', () => {
  it.each(['strict', 'compat'] as const)(
    'is read up to 10,000 of them, and says so: %s',
    (profile) => {
      const options = { names: ['a', 'b'], profile };
      const few = parseActions(`${'<a></a>'.repeat(4_999)}<b></b>`, options);
      expect(few.actions.at(-1)?.name).toBe('b');
      expect(few.diagnostics).toEqual([]);
      const text = `${'<a></a>'.repeat(5_000)}<b></b>`;
      const { actions, diagnostics } = parseActions(text, options);
      expect(actions).toHaveLength(5_000);
      expect(diagnostics).toMatchObject([{ code: 'too_many_tags', span: [35_000, text.length] }]);
    },
  );

  it('runs nothing whose end was not read', () => {
    const text = `<b>${'<a/>'.repeat(10_000)}</b>`;
    const { actions, diagnostics } = parseActions(text, { names: ['a', 'b'] });
    expect(actions).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['unclosed_tag', 'too_many_tags']);
  });
});

describe('an action in a thought that tokens mark', () => {
  const names = ['run', 'note'];

  it.each([
    ['[THINK]', '[/THINK]'],
    ['◁think▷', '◁/think▷'],
    ['<|START_THINKING|>', '<|END_THINKING|>'],
    ['<|channel>thought\n', '<channel|>'],
    ['<|channel|>analysis<|message|>', '<|end|>'],
  ])('does not run, as in <think>: %s', (open, close) => {
    const text = `Well.\n${open}<run>draft</run>${close}\n<run>go</run>`;
    const { actions, diagnostics } = parseActions(text, { names });
    expect(actions).toMatchObject([{ name: 'run', params: 'go' }]);
    expect(diagnostics).toMatchObject([{ code: 'quoted_tag' }]);
    expect(parseActions(`Well. ${open}<run>draft</run>`, { names }).actions).toEqual([]);
    for (const before of ['', '\n\n', '<think>first</think>']) {
      const atStart = `${before}${open}<run>draft</run>${close}\n<run>go</run>`;
      expect(parseActions(atStart, { names }).actions).toMatchObject([{ params: 'go' }]);
    }
  });

  it.each([
    ['the body of an action', '<note>[THINK] opens it</note>\n<run>go</run>'],
    ['a fence', '```\n[THINK]\n```\n<note>x</note><run>go</run>'],
    ['a sentence', 'The token `[THINK]` opens it.\n<note>x</note><run>go</run>'],
  ])('is not what follows a mark in %s', (_, text) => {
    const { actions, diagnostics } = parseActions(text, { names });
    expect(actions.map(({ name }) => name)).toEqual(['note', 'run']);
    expect(diagnostics).toEqual([]);
  });
});
