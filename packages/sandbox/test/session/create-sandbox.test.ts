import { afterEach, describe, expect, it, vi } from 'vitest';

import { createSandbox } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';
import { scriptedBackend } from './support/scripted-backend.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

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
});
