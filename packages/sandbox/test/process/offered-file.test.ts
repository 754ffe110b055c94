import { describe, expect, it } from 'vitest';

import { OfferedFile } from '../../src/process/old/offered-file.js';

describe('the file that a process may give', () => {
  const bytes = new Uint8Array([1, 2, 3]);

  it('is taken once, and waited for until it is kept', async () => {
    const kept: Uint8Array[] = [];
    const file = new OfferedFile((content) => {
      kept.push(content);
      return Promise.resolve();
    });
    expect(file.maxBytes).toBeGreaterThan(32 * 1024 * 1024);
    expect(file.kept).toBeUndefined();
    expect(file.take(bytes)).toBe(true);
    expect(file.maxBytes).toBe(0);
    expect(file.take(new Uint8Array(1))).toBe(false);
    await file.kept;
    expect(kept).toEqual([bytes]);
  });

  it('is not taken once a guest may have made it, nor by a host that keeps none', () => {
    const late = new OfferedFile(() => Promise.reject(new Error('it was kept')));
    late.close();
    for (const file of [late, new OfferedFile(undefined)]) {
      expect([file.maxBytes, file.take(bytes), file.kept]).toEqual([0, false, undefined]);
    }
  });
});
