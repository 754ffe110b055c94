import { describe, expect, it } from 'vitest';

import type { RecordedCell } from '../../../src/index.js';
import type { HostSet } from '../../../src/supervisor/log/host-entry.js';
import { History } from '../../../src/supervisor/log/history.js';
import { entryKey, entryKeyNow } from '../../../src/supervisor/log/log-key.js';

const long = (end: string): string => `${'x'.repeat(10_000)}${end}`;
const set = (text: string): HostSet => ({ type: 'set', name: 'context', value: { text } });
const cell = (code: string, json = '1'): RecordedCell => ({
  type: 'cell',
  cell: 1,
  code,
  nowMs: 0,
  outcome: 'ok',
  output: '',
  isReplayable: true,
  calls: [{ name: 'tool', args: '[]', outcome: { json } }],
});

describe('the key of a log', () => {
  it.each<[string, HostSet | RecordedCell, HostSet | RecordedCell]>([
    ['a long value', set(long('a')), set(long('b'))],
    ['long code', cell(long('a')), cell(long('b'))],
    ['a long answer of the host', cell('c', long('a')), cell('c', long('b'))],
    ['a short value', set('a'), set('b')],
    ['the kind of a value', set('[1]'), { ...set(''), value: { json: '[1]' } }],
  ])('differs if %s differs, at once and in the background', async (_, one, other) => {
    expect(entryKeyNow(one)).not.toBe(entryKeyNow(other));
    expect(await entryKey(one)).not.toBe(await entryKey(other));
    expect(await entryKey(one)).toBe(entryKeyNow(one));
  });
});

describe('a history', () => {
  it('has no cell in its log after its cells were forgotten, and every value of the host', () => {
    const history = new History();
    history.add(set('first'));
    history.add(cell('x = 1'));
    history.add(set('second'));
    history.forgetCells();
    expect(history.toLog('b', 's').entries).toEqual([set('second')]);
    history.add(cell('y = 2'));
    expect(history.toLog('b', 's').entries).toEqual([set('second'), cell('y = 2')]);
  });
});
