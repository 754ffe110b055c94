import { describe, expect, it } from 'vitest';

import { guestErrorText } from '../../../src/view/text/error-text.js';

describe('guestErrorText', () => {
  it('says what went wrong before the places of it', () => {
    const error = {
      type: 'Error',
      message: 'closed',
      traceback: '  cell 1\n    Error("closed")',
    };
    expect(guestErrorText(error)).toBe('Error: closed\n  cell 1\n    Error("closed")');
    expect(guestErrorText({ ...error, traceback: '' })).toBe('Error: closed');
    expect(guestErrorText({ type: 'KeyError', message: '', traceback: '  cell 2' })).toBe(
      'KeyError\n  cell 2',
    );
  });

  it('says it once if the traceback ends with it, as in Python', () => {
    const traceback = '  cell 1, line 1\nZeroDivisionError: division by zero';
    const error = { type: 'ZeroDivisionError', message: 'division by zero', traceback };
    expect(guestErrorText(error)).toBe(traceback);
  });
});
