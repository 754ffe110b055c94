import { expect, it } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { gate, scriptedBackend } from './support/scripted-backend.js';

/** Resolves after this many turns of promises: before, while and after a session takes a child that is ready. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

const moments = Array.from({ length: 16 }, (_, turn) => turn);

it.each(moments)('an abort leaves no child that was ready %i turns before', async (moment) => {
  const [starts, ready] = [gate(), gate()];
  const change = (): Promise<void> => {
    starts.open();
    return ready.opened;
  };
  const played = scriptedBackend(['x'], { change });
  const stop = new AbortController();
  const opening = createSandbox(played).open({ abortSignal: stop.signal });
  await starts.opened;
  ready.open();
  await turns(moment);
  stop.abort(new Error('nobody wants it'));
  const session = await opening.catch(() => undefined);
  await session?.close();
  expect(played.alive()).toBe(0);
});

it.each(moments)(
  'a session that is closed leaves no child that was ready to replace its last %i turns before',
  async (moment) => {
    const [starts, ready] = [gate(), gate()];
    const played = scriptedBackend([], {
      // Nothing but the close can end the replay.
      steps: (nth) => [nth === 0 ? '' : { hangs: true }],
      change(_, nth) {
        if (nth === 0) return undefined;
        starts.open();
        return ready.opened;
      },
    });
    const limits = { cellMs: 1e9, graceMs: 1e9 };
    const session = await createSandbox(played).open({ limits });
    await session.execute('');
    await played.children[0]?.lose({ kind: 'crashed', reason: 'by itself' });
    const next = session.execute('');
    await starts.opened;
    ready.open();
    await turns(moment);
    await session.close();
    expect((await next).outcome).toBe('aborted');
    expect(played.alive()).toBe(0);
  },
);
