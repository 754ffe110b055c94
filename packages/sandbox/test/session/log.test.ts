import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import {
  keyOf,
  Log,
  type Entry,
  type RecordedCell,
  type RecordedSet,
} from '../../src/session/log.js';
import { deafen, scriptedBackend } from './support/scripted-backend.js';

const MB = 1024 * 1024;

const set = (text: string): RecordedSet => ({ type: 'set', name: 'context', value: { text } });
const cell = (code: string): RecordedCell => ({
  type: 'cell',
  cell: 1,
  code,
  nowMs: 0,
  outcome: 'ok',
  output: '',
  calls: [],
});

describe('a log', () => {
  it('has no cell after its cells were forgotten, and every value of the host', () => {
    const log = new Log();
    log.addSet(set('first'));
    log.addCell(cell('x = 1'), 0, 'ran');
    log.addSet(set('second'));
    log.restart();
    expect(log.unsaved).toEqual([set('second')]);
    log.addCell(cell('y = 2'), 0, 'ran');
    expect(log.unsaved).toEqual([set('second'), cell('y = 2')]);
  });

  const text = 'x'.repeat(20 * MB);
  it.each<[string, readonly Entry[], string]>([
    ['two values of 40 MiB, one in place of the other', [set(text), set(text)], 'replayed'],
    ['a third', [set(text), set(text), set(text)], 'lost'],
    ['code of 60 MiB', [cell('x'.repeat(30 * MB))], 'replayed'],
    ['code of 68 MiB', [cell('x'.repeat(34 * MB))], 'lost'],
  ])('is bounded, but for the last value of each name: with %s it is %s', (_, entries, plan) => {
    const log = new Log();
    for (const entry of entries) {
      if (entry.type === 'set') log.addSet(entry);
      else log.addCell(entry, 0, 'ran');
    }
    expect(log.plan()).toBe(plan);
    log.restart();
    expect(log.unsaved.length).toBe(entries.some(({ type }) => type === 'set') ? 1 : 0);
  });

  it('takes a stopped cell back, with the snapshot that was taken of it, and keeps what was set after it', () => {
    const log = new Log();
    log.save(new Uint8Array(1));
    log.addCell(cell('x = 1'), 0, 'ran');
    log.addCell({ ...cell('x = 2'), cell: 2 }, 0, 'stopped');
    log.save(new Uint8Array(2));
    log.addSet(set('later'));
    expect(log.undo()).toBe(true);
    expect([log.snapshot?.length, log.unsaved, log.nextCell]).toEqual([
      1,
      [cell('x = 1'), set('later')],
      2,
    ]);
    expect([log.undo(), log.isUndone, log.plan()]).toEqual([false, true, 'replayed']);
  });

  it('keeps nothing after it is closed', () => {
    const log = new Log();
    log.addCell(cell('x = 1'), 0, 'ran');
    log.save(new Uint8Array(1));
    log.close();
    expect([log.snapshot, log.unsaved]).toEqual([undefined, []]);
  });
});

describe('the key of a text', () => {
  it('is the text itself if it is short', () => {
    expect([keyOf(''), keyOf('x'.repeat(512))]).toEqual(['=', `=${'x'.repeat(512)}`]);
  });

  it('is another for each change of a longer one', () => {
    const long = 'x'.repeat(2_000);
    const texts = [0, 1_000, 1_999].flatMap((at) =>
      ['y', '\0', '\u8000'].map((unit) => `${long.slice(0, at)}${unit}${long.slice(at + 1)}`),
    );
    const swapped = `ab${long.slice(2)}`;
    const keys = [long, `${long}x`, swapped, `ba${long.slice(2)}`, ...texts].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(80);
  });
});

describe('a session whose log is too large to be kept', () => {
  const limits = { cellMs: 20_000, graceMs: 20 };
  const functions = { ask: () => 'x'.repeat(5 * MB) };

  /** A backend whose cells make one call each, and keep its answer. */
  const asking = (snapshot: boolean) =>
    scriptedBackend(
      Array.from({ length: 30 }, () => async (_code, guest) => {
        guest.variables.set('x', await guest.call('ask'));
        return 'asked\n';
      }),
      { snapshot, change: deafen },
    );

  it('loses its variables with its guest, and says so, if there are no snapshots', async () => {
    const played = asking(false);
    const session = await createSandbox(played).open({ functions, limits });
    await session.set('context', 'kept');
    for (let count = 0; count < 8; count++) await session.execute('');
    await played.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    const told = await session.execute('');
    expect([told.session, told.error?.message]).toEqual([
      'lost',
      expect.stringMatching(/\blog .*too large\b/),
    ]);
    expect(await session.get('context')).toBe('kept');
    expect((await session.execute('')).session).toBe('kept');
    await session.close();
  });

  it('goes on from a snapshot if there are snapshots', async () => {
    const played = asking(true);
    const session = await createSandbox(played).open({ functions, limits });
    for (let count = 0; count < 8; count++) await session.execute('');
    await played.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    expect(((await session.get('x')) as string).length).toBe(5 * MB);
    expect((await session.execute('')).session).toMatch(/restored|replayed/);
    await session.close();
  });
});
