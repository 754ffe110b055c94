import { describe, expect, it } from 'vitest';

import { replyForm } from '../../src/guard/reply-form.js';

describe('replyForm', () => {
  it.each([
    ['<search>x</search>', 'failed-action'],
    ['```js\nx = 1```\n<search>x</search>', 'failed-action'],
    ['```xml\n<search>x</search>\n```', 'text'],
    ['~~~xml\n<search>x</search>\n~~~', 'text'],
    ['As in```xml\n\n<search>x</search>\n```', 'text'],
    ['`<search>x</search>` is how.', 'text'],
    ['<think>First <search>x</search>.</think>It is 42.', 'text'],
    ['<!-- <search>x</search> --> It is 42.', 'text'],
    ['I call <search>x', 'malformed'],
    ['It is <b>42</b>.', 'text'],
  ])('takes %j for %s', (reply, form) => {
    expect(replyForm(reply)).toBe(form);
  });
});
