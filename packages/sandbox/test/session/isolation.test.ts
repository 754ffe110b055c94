import { describe, expect, it } from 'vitest';

import type { Isolation, RequiredIsolation } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';
import { satisfiesIsolation } from '../../src/session/isolation.js';

describe('satisfiesIsolation', () => {
  it.each<[Isolation, RequiredIsolation, boolean]>([
    ['wasm', 'wasm', true],
    ['wasm+os', 'wasm', true],
    ['wasm+os', 'process', true],
    ['wasm', 'wasm+os', false],
    ['process', 'wasm', false],
    ['vm', 'wasm', false],
    ['none', 'vm', false],
    ['none', 'none', true],
    ['wasm+os', 'os', true],
    ['process+os', 'os', true],
    ['process+os', 'process', true],
    ['process', 'os', false],
    ['process', 'process+os', false],
    ['wasm', 'os', false],
    ['process+os', 'wasm', false],
  ])('%s where %s is required: %s', (actual, required, answer) => {
    expect(satisfiesIsolation(actual, required)).toBe(answer);
  });
});

describe('open({ require })', () => {
  it('refuses a weaker wall, and says what would do', async () => {
    const opening = Promise.resolve().then(() => scripted().open({ require: 'wasm' }));
    await expect(opening).rejects.toMatchObject({
      code: 'isolation_unavailable',
      message: expect.stringContaining('"wasm" or "wasm+os"') as string,
    });
  });
});
