import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseGuestFrame } from '../../src/session/parse-frame.js';

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

  it.each([
    [{ type: 'output', stream: 'stdout', text: 'x', dropped: 0 }],
    [{ type: 'output', stream: 'stderr', text: '', dropped: 3 }],
    [{ type: 'final', kind: 'direct', json: '1' }],
    [{ type: 'final', kind: 'submit', json: '{}' }],
    [{ type: 'final', kind: 'variable', name: 'x', json: '1' }],
    [{ type: 'call', call: 0, name: 'x', args: '[]' }],
    [{ type: 'done', id: 1, status: 'ok' }],
  ])('takes %j as it is', (frame) => {
    expect(parseGuestFrame(frame)).toEqual(frame);
  });

  it('counts no dropped text if a frame does not', () => {
    const frame = { type: 'output', stream: 'stdout', text: 'x' };
    expect(parseGuestFrame(frame)).toEqual({ ...frame, dropped: 0 });
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
