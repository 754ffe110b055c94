import { afterEach, describe, expect, it, vi } from 'vitest';

import { scripted } from '../../src/scripted/index.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('defineBackend', () => {
  it('names the runtime that is needed where there is no Web Crypto', async () => {
    vi.stubGlobal('crypto', undefined);
    const backend = scripted([]);
    const message = expect.stringMatching(/Node\.js 20\.19 or later/) as string;
    expect(await backend.probe()).toEqual({ ok: false, reason: message });
    await expect(backend.open()).rejects.toMatchObject({ code: 'runtime_unsupported', message });
  });
});
