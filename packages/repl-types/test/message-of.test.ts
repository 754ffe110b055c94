import { describe, expect, it } from 'vitest';

import { messageOf } from '../src/message-of.js';

describe('the message of a thrown value', () => {
  it.each<[string, unknown, string]>([
    ['an error', new Error('gone'), 'gone'],
    ['a text', 'gone', 'gone'],
    ['nothing', undefined, 'undefined'],
    ['an object without a text', Object.create(null), 'the thrown value has no text'],
  ])('is there for %s', (_, thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
  });

  it('keeps the head and the tail of what an endpoint sent as its error', () => {
    const message = messageOf(new Error(`No JSON: ${'['.repeat(5_000_000)} end`));
    expect(message.length).toBeLessThan(10_100);
    expect(message).toMatch(/^No JSON: \[.*4,990,\d+ characters .*\[ end$/s);
  });
});
