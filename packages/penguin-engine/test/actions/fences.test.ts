import { describe, expect, it } from 'vitest';

import { parseActions } from '../../src/index.js';

const run = (text: string): readonly string[] =>
  parseActions(text, { names: ['run'] }).actions.map(({ params }) => params);

/** Fences are read here as `parseCodeBlocks` of @rlm/termination reads them, of which these are the points that matter. */
describe('parseActions', () => {
  it.each([
    ['a block', '```xml\n<run>a</run>\n```'],
    ['a block in tildes', '~~~\n<run>a</run>\n~~~'],
    ['a block in a list within a list', '- 1. ```xml\n     <run>a</run>\n     ```'],
    ['a block that is not closed', '```\n<run>a</run>'],
    ['a block that is glued to text, with an empty line in it', 'As in```xml\n\n<run>a</run>\n```'],
    [
      'a block of Python, in a text in triple quotes',
      '```py\ns = """\n```\n<run>a</run>\n"""\n```',
    ],
    ['a longer fence', '````\n```\n<run>a</run>\n```\n````'],
    ['the second of two blocks, where the first has no end', '```js\nx\n```xml\n<run>a</run>\n```'],
  ])('runs nothing in %s', (_, text) => {
    expect(run(text)).toEqual([]);
    expect(parseActions(text, { names: ['run'] }).diagnostics[0]?.code).toBe('quoted_tag');
  });

  it.each([
    ['behind a block that is closed at the end of a line of code', '```js\nx = 1```\n<run>a</run>'],
    ['right behind a closing fence', '```js\nx = 1\n``` <run>a</run>'],
    ['behind two blocks, where the first has no end', '```js\nx\n```js\ny\n```\n<run>a</run>'],
    ['in a block for actions', '```actionxml\n<run>a</run>\n```'],
    ['in a block for actions that is glued to text', 'Now.```actionxml\n<run>a</run>\n```'],
    ['behind a block for actions', '```actionxml\n```\n<run>a</run>'],
  ])('runs what stands %s', (_, text) => {
    expect(run(text)).toEqual(['a']);
  });

  it('takes fences in the body of an action as its text', () => {
    const body = '```js\nx\n```';
    const text = `\`\`\`actionxml\n<run>\n${body}\n</run>\n\`\`\`\n<run>b</run>`;
    expect(run(text)).toEqual([body, 'b']);
  });

  it('shows a block within a block for actions', () => {
    expect(run('```actionxml\n```xml\n<run>a</run>\n```\n<run>b</run>\n```')).toEqual(['b']);
  });
});
