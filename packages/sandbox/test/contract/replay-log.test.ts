import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { defineBackend } from '../../src/engine.js';
import type { ReplayLog, SandboxError } from '../../src/index.js';
import { maxLogBytes } from '../../src/supervisor/log/log-size.js';
import { deafen, scriptedRecipe } from '../supervisor/support/scripted-recipe.js';

const MB = 1024 * 1024;

/** A backend whose cells make one call each, and keep its answer. */
const asking = (snapshot = false) =>
  scriptedRecipe(
    Array.from({ length: 30 }, () => async (_code, guest) => {
      guest.variables.set('x', await guest.call('ask'));
      return 'asked\n';
    }),
    { snapshot, change: deafen },
  );

/** The log of a session with an assignment and two cells, as plain data that a test may change. */
async function logOf(): Promise<Record<string, unknown> & { entries: Record<string, unknown>[] }> {
  const session = await defineBackend(asking()).open({ functions: { ask: () => 'answer' } });
  await session.set('context', 'text');
  await session.execute('first');
  await session.execute('second');
  const log = JSON.stringify(session.replayLog?.());
  await session.close();
  return JSON.parse(log) as never;
}

const open = (replay: unknown) => defineBackend(asking()).open({ replay: replay as ReplayLog });

async function errorOf(promise: Promise<unknown>): Promise<SandboxError> {
  return promise.then(
    () => expect.unreachable('expected an error'),
    (error: unknown) => error as SandboxError,
  );
}

type Log = Awaited<ReturnType<typeof logOf>>;

describe('a replay log that comes from outside', () => {
  it('opens as it was given', async () => {
    const session = await open(await logOf());
    expect(await session.get('x')).toBe('answer');
    await session.close();
  });

  const wrong: readonly (readonly [string, (log: Log) => unknown])[] = [
    ['replay.version', (log) => ({ ...log, version: 99 })],
    ['replay.entries', (log) => ({ ...log, entries: 'abc' })],
    ['replay.sha256', (log) => ({ ...log, sha256: 'abc' })],
    ['replay.entries[0]', (log) => ({ ...log, entries: [null] })],
    ['replay.entries[0].type', (log) => ({ ...log, entries: [{ type: 'other' }] })],
    [
      'replay.entries[0].name',
      ({ entries: [set], ...log }) => ({ ...log, entries: [{ ...set, name: 'a b' }] }),
    ],
    [
      'replay.entries[0].value',
      ({ entries: [set], ...log }) => ({ ...log, entries: [{ ...set, value: 5 }] }),
    ],
    ...['cell', 'code', 'nowMs', 'outcome', 'output', 'calls', 'isReplayable'].map(
      (field) =>
        [
          `replay.entries[1].${field}`,
          ({ entries: [set, cell], ...log }: Log) => ({
            ...log,
            entries: [set, { ...cell, [field]: { wrong: true } }],
          }),
        ] as const,
    ),
    ...['name', 'args', 'outcome'].map(
      (field) =>
        [
          `replay.entries[1].calls[0].${field}`,
          ({ entries: [set, cell], ...log }: Log) => {
            const [call] = (cell?.['calls'] ?? []) as object[];
            return {
              ...log,
              entries: [set, { ...cell, calls: [{ ...call, [field]: undefined }] }],
            };
          },
        ] as const,
    ),
  ];
  it.each(wrong)('is refused, by a typed error that names the field: %s', async (field, change) => {
    const error = await errorOf(open(change(await logOf())));
    expect(error).toEqual(invalidOption(field, `Expected ${field} to be `));
  });

  it.each([
    ['an answer', (text: string) => text.replace('\\"answer\\"', '\\"another\\"')],
    ['an entry that is gone', (text: string) => text.replace(/,\{"type":"cell","cell":2.*$/, ']}')],
    ['the hash itself, which is gone', (text: string) => text.replace(/"sha256":"\w+",/, '')],
    ['a value that was set', (text: string) => text.replace('"text":"text"', '"text":"other"')],
    ['the seed', (text: string) => text.replace('"seed":"rlm"', '"seed":"other"')],
  ])('is refused when it was altered: %s', async (_name, change) => {
    const text = JSON.stringify(await logOf());
    const altered = change(text);
    expect(altered).not.toBe(text);
    const error = await errorOf(open(JSON.parse(altered)));
    expect([error.code, error.message]).toEqual([
      'log_mismatch',
      expect.stringContaining('replay.sha256'),
    ]);
  });

  it('is refused when it is larger than any that replayLog() gives', async () => {
    const { entries, ...log } = await logOf();
    const code = 'x'.repeat(MB);
    const many = Array.from({ length: 33 }, () => ({ ...entries[1], code }));
    const error = await errorOf(open({ ...log, entries: many }));
    expect(error).toEqual(invalidOption('replay.entries', `at most ${maxLogBytes} bytes`));
  });

  it('has the same SHA-256 for texts of any length, made at once or in the background', async () => {
    const long = 'long'.repeat(MB);
    const session = await defineBackend(asking()).open({ functions: { ask: () => long } });
    await session.set('context', long);
    await session.execute('first');
    const early = session.replayLog?.();
    await session.close();
    const replay = early ?? expect.unreachable('expected a log');
    const again = await defineBackend(asking()).open({ replay });
    expect(again.replayLog?.().sha256).toBe(replay.sha256);
    await again.close();
  });
});

describe('a replay log that grows', () => {
  const limits = { cellMs: 20_000, graceMs: 20 };
  const functions = { ask: () => 'x'.repeat(5 * MB) };

  it('ends at a bound, and says so; without snapshots the variables are lost with their guest', async () => {
    const recipe = asking();
    const session = await defineBackend(recipe).open({ functions, limits });
    await session.set('context', 'kept');
    for (let cell = 0; cell < 8; cell++) await session.execute('');
    expect(() => session.replayLog?.()).toThrow(
      expect.objectContaining({ code: 'log_too_large' }) as Error,
    );
    recipe.starts[0]?.events.onExit({ kind: 'crashed', reason: 'by itself' });
    const told = await session.execute('');
    expect([told.session, told.error?.message]).toEqual([
      'lost',
      expect.stringMatching(/\blog .*too large\b/),
    ]);
    expect(await session.get('context')).toBe('kept');
    expect((await session.execute('')).session).toBe('kept');
    await session.close();
  });

  it('goes on from a snapshot where there are snapshots', async () => {
    const recipe = asking(true);
    const session = await defineBackend(recipe).open({ functions, limits });
    for (let cell = 0; cell < 8; cell++) await session.execute('');
    expect(() => session.replayLog?.()).toThrow(
      expect.objectContaining({ code: 'log_too_large' }) as Error,
    );
    recipe.starts[0]?.events.onExit({ kind: 'crashed', reason: 'by itself' });
    expect(((await session.get('x')) as string).length).toBe(5 * MB);
    expect((await session.execute('')).session).toMatch(/restored|replayed/);
    await session.close();
  });

  it('counts values that the host has replaced, not the last of each name', async () => {
    const session = await defineBackend(asking()).open({ limits });
    const text = 'x'.repeat(20 * MB);
    await session.set('context', text);
    await session.set('context', text);
    expect(session.replayLog?.().entries.length).toBe(2);
    await session.set('context', text);
    expect(() => session.replayLog?.()).toThrow(
      expect.objectContaining({ code: 'log_too_large' }) as Error,
    );
    await session.close();
  });

  it('is small after close, or gone', async () => {
    const session = await defineBackend(asking()).open({ functions, limits });
    await session.execute('');
    expect(session.replayLog?.().entries.length).toBe(1);
    await session.close();
    expect(() => session.replayLog?.()).toThrow(
      expect.objectContaining({ code: 'log_too_large' }) as Error,
    );
  });
});

describe('a snapshot that comes from outside', () => {
  it('is refused when no guest of this size can have given it', async () => {
    const backend = defineBackend(asking(true));
    const session = await backend.open();
    const snapshot = await session.snapshot?.();
    await session.close();
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const bytes = new Uint8Array(40 * MB);
    const opening = backend.open({
      snapshot: { ...snapshot, bytes },
      limits: { memoryBytes: 8 * MB },
    });
    const error = await errorOf(opening);
    expect(error).toEqual(invalidOption('snapshot.bytes', 'at most'));
  });

  it('is refused when its SHA-256 is none', async () => {
    const backend = defineBackend(asking(true));
    const bytes = new Uint8Array(1);
    const snapshot = { backend: 'tampered', build: '1', cells: 0, bytes, sha256: 'abc' };
    expect((await errorOf(backend.open({ snapshot }))).message).toMatch(
      /^Expected snapshot\.sha256 /,
    );
  });
});
