import { describe, expect, it } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { python } from './support/open-python.js';

describe('pyodide options', () => {
  it('refuses an option that is no folder, and a memory that is too small', async () => {
    expect(() => pyodide({ cacheFolder: '' })).toThrow(/cacheFolder/);
    await expect(python.open({ limits: { memoryBytes: 1_000_000 } })).rejects.toThrow(/67108864/);
  });

  it('is there where the package is', async () => {
    expect(await python.probe()).toMatchObject({ ok: true });
  });
});
