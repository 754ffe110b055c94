import { describe, expect, it } from 'vitest';

import { finalSignalKey, finalSignalOf } from '../src/internal.js';
import { settleUnlessFinal } from '../src/internal.js';

describe('finalSignalOf', () => {
  it('knows a final by its mark, not by a class or a name', () => {
    const signal = { type: 'direct', answer: 1 } as const;
    expect(finalSignalOf({ [finalSignalKey]: signal })).toBe(signal);
    expect(finalSignalKey).toBe(Symbol.for('@rlm/repl-types/final-signal'));
  });

  it.each([
    new Error('FinalOutput'),
    { name: 'FinalOutput', output: {} },
    'FINAL',
    null,
    undefined,
  ])('gives nothing for %o', (thrown) => {
    expect(finalSignalOf(thrown)).toBeUndefined();
  });
});

describe('settleUnlessFinal', () => {
  it('keeps a value and a failure, and throws a final on', async () => {
    expect(await settleUnlessFinal(Promise.resolve(1))).toEqual({ status: 'fulfilled', value: 1 });
    const reason = new Error('no');
    expect(await settleUnlessFinal(Promise.reject(reason))).toEqual({ status: 'rejected', reason });
    const final = Object.assign(new Error('over'), {
      [finalSignalKey]: { type: 'direct', answer: 1 },
    });
    await expect(settleUnlessFinal(Promise.reject(final))).rejects.toBe(final);
  });
});
