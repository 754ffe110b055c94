import { describe, expect, it } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { python } from './support/open-python.js';

describe('pyodide options', () => {
  it('refuses an option that is no folder, and a memory that is too small', async () => {
    expect(() => pyodide({ cacheFolder: '' })).toThrow(/cacheFolder/);
    await expect(python.open({ limits: { memoryBytes: 1_000_000 } })).rejects.toThrow(/67108864/);
  });

  it('says what to install when the package is not there, or another version', async () => {
    const probe = await pyodide({ packageFolder: import.meta.dirname }).probe();
    expect(probe).toMatchObject({ ok: false, hint: 'npm install pyodide@314.0.7' });
    expect(await python.probe()).toEqual({ ok: true });
  });
});
