import { describe, expect, it } from 'vitest';

import { quickjs } from '../../src/quickjs/index.js';

const limits = { memoryBytes: 16 * 1024 * 1024 };

/** What uses up memory, and holds it by the variable `held`. */
const ways: Readonly<Record<string, string>> = {
  'a list that grows': 'let held = []; for (;;) held.push([])',
  'a list of texts': 'let held = []; for (;;) held.push("x".repeat(1000) + held.length)',
  'a deep list': 'let held = []; for (;;) held = [held];',
  'a deep object': 'let held = {}; for (;;) held = { held };',
  'a map': 'let held = new Map(); for (let i = 0; ; i++) held.set(i, [])',
  'what was awaited': 'let held = []; for (;;) held.push(await [])',
};

describe('a cell of QuickJS that uses up the memory', () => {
  it.each(Object.entries(ways))('by %s is told so, and the next can let it go', async (_, code) => {
    await using session = await quickjs().open({ limits });
    await session.execute('const kept = 123');
    const { outcome, session: state, error } = await session.execute(code);
    expect([outcome, state, error?.message]).toEqual(['memory', 'kept', 'out of memory']);
    expect((await session.variables()).map(({ name }) => name)).toContain('kept');
    expect((await session.execute('console.log(kept)')).stdout).toBe('123\n');
    expect(await session.execute('held = null')).toMatchObject({ outcome: 'ok' });
    const more = await session.execute('const more = "x".repeat(1e6); more.length');
    expect(more).toMatchObject({ outcome: 'ok', value: '1000000' });
  });

  it('gets little more than its limit, where it tries again and again, and can still let go', async () => {
    await using session = await quickjs().open({ limits });
    const add = 'globalThis.held ??= []; for (;;) held.push("x".repeat(1000) + held.length)';
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await session.execute(add)).toMatchObject({ outcome: 'memory', session: 'kept' });
    }
    const { value } = await session.execute('held.length');
    expect(Number(value) * 1_000).toBeLessThan(limits.memoryBytes + 8 * 1024 * 1024);
    expect(await session.execute('held = null')).toMatchObject({ outcome: 'ok' });
    expect(await session.execute('"x".repeat(1e6).length')).toMatchObject({ value: '1000000' });
  });

  it('throws null as it is, where the code throws it', async () => {
    await using session = await quickjs().open({ limits });
    expect(await session.execute('throw null')).toMatchObject({ outcome: 'error' });
  });
});
