import { errorWith } from '@rlm/config/error-with';
import { invalidOption } from '@rlm/config/options-suite';
import { InvalidOptionError, RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

const fault = new RlmError('No run is named "july". Known: may, june.', {
  code: 'run_unknown',
  details: { known: ['may', 'june'], id: 'july' },
});
const raise = (): never => {
  throw fault;
};

describe('errorWith', () => {
  it.each([
    [{ code: 'run_unknown' }],
    [{ facts: ['"july"', 'may, june', /june\.$/] }],
    [{ details: { known: ['may', 'june'] } }],
    [{ code: 'run_unknown', details: { id: 'july' }, facts: ['july'] }],
  ])('matches an error that has what is asked for: %j', async (wanted) => {
    expect(raise).toThrow(errorWith(wanted));
    await expect(Promise.reject(fault)).rejects.toThrow(errorWith(wanted));
  });

  it.each([
    [{ code: 'run_known' }],
    [{ status: 404 }],
    [{ facts: ['july', 'august'] }],
    [{ facts: [/^july/] }],
    [{ details: { known: ['may'] } }],
    [{ details: { other: 1 } }],
  ])('matches no error that lacks one of them: %j', (wanted) => {
    expect(errorWith(wanted).asymmetricMatch(fault)).toBe(false);
  });

  it('compares the status of an error that has one', () => {
    const refused = Object.assign(new Error('409'), { status: 409 });
    expect(errorWith({ status: 409 }).asymmetricMatch(refused)).toBe(true);
  });

  it('says what was asked for', () => {
    const wanted = errorWith({ code: 'a', details: { id: 'b' }, facts: ['c', /d/] });
    expect(String(wanted)).toBe('an error with code a, details.id "b" that says: c | /d/');
  });
});

describe('invalidOption', () => {
  it('matches the error for this option alone', () => {
    const error = new InvalidOptionError({ option: 'limit', message: 'Expected limit, got 5.' });
    expect(error).toEqual(invalidOption('limit', 'got 5'));
    expect(invalidOption('limits', 'got 5').asymmetricMatch(error)).toBe(false);
    expect(invalidOption('limit', 'got 6').asymmetricMatch(error)).toBe(false);
  });
});
