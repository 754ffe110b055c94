import { describe, expect, it } from 'vitest';

import { DeliveredCalls, recordCalls } from '../../../src/supervisor/calls/delivered-call.js';

const call = (json: string) => ({ name: 'page', args: 'key', outcome: { json } });

describe('the delivered calls of a cell', () => {
  it('are kept in order, and counted', () => {
    const delivered = new DeliveredCalls();
    expect([delivered.count, delivered.calls]).toEqual([0, []]);
    delivered.add(call('1'));
    delivered.add(call('2'));
    expect(delivered.count).toBe(2);
    expect(delivered.calls).toEqual([call('1'), call('2')]);
  });

  it('are dropped, all of them, once they are larger than a log, and are still counted', () => {
    const delivered = new DeliveredCalls();
    const json = 'x'.repeat(8 * 2 ** 20);
    for (let each = 0; each < 3; each++) delivered.add(call(json));
    expect(delivered.calls).toHaveLength(3);
    for (let each = 0; each < 3; each++) delivered.add(call(json));
    expect([delivered.count, delivered.calls]).toEqual([6, undefined]);
    delivered.add(call('1'));
    expect([delivered.count, delivered.calls]).toEqual([7, undefined]);
  });

  it('are recorded with the keys that were waited for', async () => {
    const late = { ...call('1'), args: Promise.resolve('late') };
    expect(await recordCalls([late, call('2')])).toEqual([{ ...late, args: 'late' }, call('2')]);
  });
});
