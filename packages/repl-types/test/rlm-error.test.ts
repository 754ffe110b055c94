import { describe, expect, it, vi } from 'vitest';

import { RlmError } from '../src/index.js';

class MissingError extends RlmError<'missing', { readonly name: string }> {
  static override readonly className: string = 'MissingError';
}

class DeepError extends MissingError {
  static override readonly className: string = 'DeepError';
}

class OtherError extends RlmError<'other'> {
  static override readonly className: string = 'OtherError';
}

class UnnamedError extends MissingError {}

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
  const missing = new MissingError('x', { code: 'missing' });
  const deep = new DeepError('y', { code: 'missing' });
  const other = new OtherError('z', { code: 'other' });

  it.each<[title: string, type: { isInstance: unknown }, error: unknown, isOne: boolean]>([
    ['the base knows every subclass', RlmError, deep, true],
    ['a class knows its own', MissingError, missing, true],
    ['a class knows its subclasses', MissingError, deep, true],
    ['a subclass does not claim its base class', DeepError, missing, false],
    ['a class does not claim a sibling', MissingError, other, false],
    ['a class does not claim the base', MissingError, new RlmError('b', { code: 'b' }), false],
    ['a class without a name of its own goes by instanceof', UnnamedError, missing, false],
    ['and knows what it made', UnnamedError, new UnnamedError('u', { code: 'missing' }), true],
    [
      'whose errors are those of its base',
      MissingError,
      new UnnamedError('u', { code: 'missing' }),
      true,
    ],
  ])('%s', (_, type, error, isOne) => {
    expect((type as typeof RlmError).isInstance(error)).toBe(isOne);
  });

  it('knows errors of another copy of the class, each by its own mark', async () => {
    vi.resetModules();
    const copy = await import('../src/rlm-error.js');
    class MissingCopy extends copy.RlmError {
      static override readonly className: string = 'MissingError';
    }
    const copied = new MissingCopy('x', { code: 'missing' });
    expect(copied).not.toBeInstanceOf(RlmError);
    expect(RlmError.isInstance(copied)).toBe(true);
    expect(MissingError.isInstance(copied)).toBe(true);
    expect(OtherError.isInstance(copied)).toBe(false);
  });

  it('narrows to the class that was asked', () => {
    const error: unknown = missing;
    expect(MissingError.isInstance(error) && error.details?.name).toBeUndefined();
  });

  it.each([[new Error('x')], [null], ['x'], [{ code: 'x' }]])('says no to %s', (value) => {
    expect(RlmError.isInstance(value)).toBe(false);
  });
});
