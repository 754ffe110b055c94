import { describe, expect, it } from 'vitest';

import { createSandbox } from '../../../src/index.js';
import type { Entry, RecordedCell, RecordedSet } from '../../../src/supervisor/log/entry.js';
import { History } from '../../../src/supervisor/log/history.js';
import { deafen, scriptedBackend } from '../support/scripted-backend.js';

const MB = 1024 * 1024;

const set = (text: string): RecordedSet => ({ type: 'set', name: 'context', value: { text } });
const cell = (code: string): RecordedCell => ({
  type: 'cell',
  cell: 1,
  code,
  nowMs: 0,
  outcome: 'ok',
  output: '',
  isReplayable: true,
  calls: [],
});

describe('a history', () => {
  it('has no cell after its cells were forgotten, and every value of the host', () => {
    const history = new History();
    history.add(set('first'));
    history.add(cell('x = 1'));
    history.add(set('second'));
    history.forgetCells();
    expect(history.unsaved()).toEqual([set('second')]);
    history.add(cell('y = 2'));
    expect(history.unsaved()).toEqual([set('second'), cell('y = 2')]);
  });

  const text = 'x'.repeat(20 * MB);
  it.each<[string, readonly Entry[], string]>([
    ['two values of 40 MiB, one in place of the other', [set(text), set(text)], 'replayed'],
    ['a third', [set(text), set(text), set(text)], 'lost'],
    ['code of 60 MiB', [cell('x'.repeat(30 * MB))], 'replayed'],
    ['code of 68 MiB', [cell('x'.repeat(34 * MB))], 'lost'],
  ])('is bounded, but for the last value of each name: with %s it is %s', (_, entries, plan) => {
    const history = new History();
    for (const entry of entries) history.add(entry);
    expect(history.plan()).toBe(plan);
    expect(history.sets().length).toBe(entries.some(({ type }) => type === 'set') ? 1 : 0);
  });

  it('keeps nothing after it is closed', () => {
    const history = new History();
    history.add(cell('x = 1'));
    history.save(new Uint8Array(1));
    history.close();
    expect([history.checkpoint, history.unsaved(), history.sets()]).toEqual([undefined, [], []]);
  });
});

describe('a session whose history is too large to be kept', () => {
  const limits = { cellMs: 20_000, graceMs: 20 };
  const functions = { ask: () => 'x'.repeat(5 * MB) };

  /** A recipe whose cells make one call each, and keep its answer. */
  const asking = (snapshot: boolean) =>
    scriptedBackend(
      Array.from({ length: 30 }, () => async (_code, guest) => {
        guest.variables.set('x', await guest.call('ask'));
        return 'asked\n';
      }),
      { snapshot, change: deafen },
    );

  it('loses its variables with its guest, and says so, if there are no snapshots', async () => {
    const recipe = asking(false);
    const session = await createSandbox(recipe).open({ functions, limits });
    await session.set('context', 'kept');
    for (let count = 0; count < 8; count++) await session.execute('');
    await recipe.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
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
    const recipe = asking(true);
    const session = await createSandbox(recipe).open({ functions, limits });
    for (let count = 0; count < 8; count++) await session.execute('');
    await recipe.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    expect(((await session.get('x')) as string).length).toBe(5 * MB);
    expect((await session.execute('')).session).toMatch(/restored|replayed/);
    await session.close();
  });
});
