import { describe, expect, it } from 'vitest';

import { recordError, reviveError } from '../src/error-record.js';
import { RlmError } from '../src/index.js';

class BaseError extends RlmError<'busy', { readonly left: number }> {
  static override readonly className: string = 'BaseError';
  readonly isRetryable = true;
}
class BusyError extends BaseError {
  static override readonly className: string = 'BusyError';
}

const again = (error: unknown): Error =>
  reviveError(JSON.parse(JSON.stringify(recordError(error))) as never);

describe('an error that was written down', () => {
  it('is of its classes, with its code, details and fields', () => {
    const error = again(new BusyError('full', { code: 'busy', details: { left: 0 } }));
    expect(BusyError.isInstance(error)).toBe(true);
    expect(BaseError.isInstance(error)).toBe(true);
    expect(RlmError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'BusyError',
      message: 'full',
      code: 'busy',
      details: { left: 0 },
      isRetryable: true,
    });
    expect(again(error)).toEqual(error);
  });

  it('of another package keeps its name, its code and its plain fields', () => {
    const given = Object.assign(new TypeError('fetch failed'), {
      code: 'ECONNRESET',
      statusCode: 503,
      socket: { open: false },
    });
    const error = again(given);
    expect(error).toMatchObject({ name: 'TypeError', code: 'ECONNRESET', statusCode: 503 });
    expect(error).not.toHaveProperty('socket');
    expect(RlmError.isInstance(error)).toBe(false);
  });

  it.each([
    ['a text', 'enough', 'enough'],
    ['nothing', undefined, 'undefined'],
    ['details with a cycle', Object.assign(new Error('round'), { details: new Set([1]) }), 'round'],
  ])('may be %s', (_, thrown, message) => {
    expect(again(thrown).message).toBe(message);
  });
});
