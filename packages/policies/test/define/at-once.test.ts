import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { atOnce, resetPolicy } from '../../src/define/at-once.js';

describe('a function that must give its result at once', () => {
  it('gives it', () => {
    expect(atOnce('start()', { turns: 0 })).toEqual({ turns: 0 });
  });

  it.each([
    ['a promise', Promise.resolve()],
    ['something with a then', { then: () => undefined }],
  ])('is refused if it gives %s', (_, given) => {
    expect(() => atOnce('start()', given)).toThrow(
      errorWith({ code: 'policy_failed', facts: ['start()', 'got a promise', 'synchronous'] }),
    );
  });

  it('is named by its policy, if that is the one that resets it', () => {
    expect(() => {
      resetPolicy({ name: 'mine', reset: () => Promise.resolve() });
    }).toThrow(errorWith({ code: 'policy_failed', facts: ["reset() of policy 'mine'"] }));
  });
});
