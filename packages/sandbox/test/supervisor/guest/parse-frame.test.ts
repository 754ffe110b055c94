import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseGuestFrame } from '../../../src/supervisor/guest/parse-frame.js';

describe('parseGuestFrame', () => {
  it('never throws, whatever a guest forges', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parseGuestFrame(value)).not.toThrow();
      }),
    );
  });

  it.each([
    [null],
    ['done'],
    [{ type: 'done', id: '1', status: 'ok' }],
    [{ type: 'done', id: 1, status: 'great' }],
    [{ type: 'done', id: 1, status: 'ok', error: 5 }],
    [{ type: 'done', id: 1, status: 'ok', value: 5 }],
    [{ type: 'final', kind: 'variable', json: '1' }],
    [{ type: 'final', kind: 'direct', json: { a: 1 } }],
    [{ type: 'call', call: -1, name: 'x', args: '[]' }],
    [{ type: 'output', stream: 'log', text: 'x' }],
    [{ type: 'reply', id: 1 }],
  ])('refuses %j', (frame) => {
    expect(parseGuestFrame(frame)).toBeUndefined();
  });

  it('cuts a shown value that is longer than any guest of ours makes it', () => {
    const frame = { type: 'done', id: 1, status: 'ok', value: 'x'.repeat(1_000_000) };
    expect(parseGuestFrame(frame)).toEqual({ ...frame, value: 'x'.repeat(20_000) });
  });

  it('keeps known fields only', () => {
    const frame = { type: 'call', call: 1, name: 'x', args: '[]', extra: 1 };
    expect(parseGuestFrame(frame)).toEqual({ type: 'call', call: 1, name: 'x', args: '[]' });
  });
});
