import { afterEach, describe, expect, it, vi } from 'vitest';

import { type ChildExit, createSandbox } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';
import { scriptedBackend } from './support/scripted-backend.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const gone = Promise.resolve({ kind: 'crashed', reason: 'it is gone' } as const);
const never = new Promise<ChildExit>(() => undefined);

describe('createSandbox', () => {
  it('names the runtime that is needed where there is no Web Crypto', async () => {
    vi.stubGlobal('crypto', undefined);
    const backend = scripted([]);
    const message = expect.stringMatching(/Node\.js 20\.19 or later/) as string;
    expect(await backend.probe()).toEqual({ ok: false, reason: message });
    await expect(backend.open()).rejects.toMatchObject({ code: 'runtime_unsupported', message });
  });

  it.each([
    ['a limit that is none', { limits: { cellMs: -1 } }],
    ['a signal that is aborted', { abortSignal: AbortSignal.abort() }],
    [
      'a snapshot of another build',
      {
        snapshot: {
          backend: 'tampered',
          build: 'another',
          cells: 0,
          bytes: new Uint8Array(1),
          sha256: '0'.repeat(64),
        },
      },
    ],
  ])('starts no child for options that are refused: %s', async (_, options) => {
    const played = scriptedBackend([], { snapshot: true });
    await expect(createSandbox(played).open(options)).rejects.toThrow();
    expect(played.starts).toEqual([]);
  });

  it.each([
    ['ends before it is ready', gone, 'it is gone', new Promise<void>(() => undefined)],
    ['sends an invalid frame before it is ready', never, 'unknown shape', Promise.resolve()],
  ])('refuses a child that %s, and frees its place', async (_, exited, told, ready) => {
    let starts = 0;
    const backend = createSandbox(
      {
        name: `hasty ${told}`,
        language: 'javascript',
        spawn({ onFrame }) {
          starts += 1;
          if (exited === never) onFrame(null);
          const kill = () => Promise.resolve();
          return { ready, exited, send: () => undefined, stop: () => undefined, kill };
        },
      },
      { maxSessions: 1 },
    );
    const refused = { code: 'session_lost', message: expect.stringContaining(told) as string };
    await expect(backend.open()).rejects.toMatchObject(refused);
    await expect(backend.open()).rejects.toMatchObject(refused);
    expect(starts).toBe(2);
  });

  it.each([undefined, null, { kind: 'nonsense' }, { kind: 'memory', reason: 7 }])(
    'takes a child that says %j of its end for one that is gone',
    async (said) => {
      let end: (exit: ChildExit) => void = () => undefined;
      const session = await createSandbox({
        name: 'careless',
        language: 'javascript',
        spawn: () => ({
          exited: new Promise((resolve) => (end = resolve)),
          send() {
            end(said as unknown as ChildExit);
          },
          stop: () => undefined,
          kill: () => Promise.resolve(),
        }),
      }).open();
      const { outcome } = await session.execute('1');
      expect(outcome).toBe(said?.kind === 'memory' ? 'memory' : 'crashed');
      await session.close();
    },
  );
});
