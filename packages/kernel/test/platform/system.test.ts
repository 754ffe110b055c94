import { describe, expect, it } from 'vitest';

import { newRunId } from '../../src/platform/system.js';

describe('newRunId', () => {
  it('never gives the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, newRunId)).size).toBe(1000);
  });
});
