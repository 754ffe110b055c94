import { describe, expect, it } from 'vitest';

import { RlmError } from '../src/index.js';

class MissingError extends RlmError<'missing', { readonly name: string }> {
  override readonly name = 'MissingError';
}

describe('RlmError', () => {
  const cause = new TypeError('deep');
  const error = new MissingError('x is missing', {
    code: 'missing',
    details: { name: 'x' },
    cause,
  });

  it('is an Error with a code, details and a cause', () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: 'missing', details: { name: 'x' }, cause });
    expect(String(error)).toBe('MissingError: x is missing');
  });

  it('gives itself as plain data', () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'MissingError',
      code: 'missing',
      message: 'x is missing',
      details: { name: 'x' },
      cause: 'TypeError: deep',
    });
  });
});

describe('RlmError.isInstance', () => {
  it('knows errors of another copy of the class by their mark', () => {
    const other = Object.assign(new Error('copy'), { code: 'copied' });
    Object.defineProperty(other, Symbol.for('@rlm/repl-types/error'), { value: true });
    expect(RlmError.isInstance(other)).toBe(true);
    expect(other).not.toBeInstanceOf(RlmError);
  });

  it.each([[new Error('x')], [null], ['x'], [{ code: 'x' }]])('says no to %s', (value) => {
    expect(RlmError.isInstance(value)).toBe(false);
  });
});
