import { describe, expect, it } from 'vitest';

import { defaultLimits } from '../../src/index.js';
import { readFinal } from '../../src/session/parse-frame.js';

const limits = { ...defaultLimits, maxValueBytes: 50 };

describe('the final frame of a guest', () => {
  it('is the signal of its kind, which nobody can change', () => {
    const direct = readFinal({ type: 'final', kind: 'direct', json: '[1]' }, limits);
    expect(direct).toEqual({ type: 'direct', answer: [1] });
    const variable = readFinal({ type: 'final', kind: 'variable', name: 'x', json: '2' }, limits);
    expect(variable).toEqual({ type: 'variable', var: 'x', answer: 2 });
    const submit = readFinal({ type: 'final', kind: 'submit', json: '{"a":1}' }, limits);
    expect(submit).toEqual({ type: 'submit', fields: { a: 1 } });
    for (const signal of [direct, variable, submit]) expect(Object.isFrozen(signal)).toBe(true);
    expect(Object.isFrozen((submit as { readonly fields: object }).fields)).toBe(true);
  });

  it('has the name of no variable if the guest gave none', () => {
    const signal = readFinal({ type: 'final', kind: 'variable', json: '2' }, limits);
    expect(signal).toEqual({ type: 'variable', var: '', answer: 2 });
  });

  it.each(['7', '"text"', 'null', '[1]'])('submits fields alone, not %s', (json) => {
    expect(readFinal({ type: 'final', kind: 'submit', json }, limits)).toBe(undefined);
  });

  it.each(['', '{', `"${'x'.repeat(60)}"`])(
    'is none if its value is not JSON or too large: %s',
    (json) => {
      expect(readFinal({ type: 'final', kind: 'direct', json }, limits)).toBe(undefined);
    },
  );
});
