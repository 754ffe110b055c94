import { describe, expect, it } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { expectToGoOn, manyTexts, otherWays, pythons } from './support/full-memory.js';

for (const { name, backend, memoryBytes } of pythons) {
  const probe = await backend.probe();
  const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;

  describe.skipIf(!probe.ok)(`memory of ${name} that is full of live data${why}`, () => {
    it.each(Object.entries(otherWays))('(%s) can be let go', async (_, code) => {
      await using session = await backend.open({ limits: { memoryBytes } });
      await session.execute('kept = 123');
      const { outcome, session: state } = await session.execute(code);
      expect([outcome, state]).toEqual([expect.stringMatching(/^(memory|ok)$/), 'kept']);
      await expectToGoOn(session);
    });
  });
}

it('full memory is in a snapshot, and can be let go where that is opened', async () => {
  const options = { limits: { memoryBytes: 64 * 1024 * 1024 } };
  await using session = await pyodide().open(options);
  await session.execute('kept = 123');
  await session.execute(manyTexts);
  const snapshot = await session.snapshot?.();
  expect(snapshot?.bytes.length).toBeGreaterThan(10 * 1024 * 1024);
  await using again = await pyodide().open({ ...options, snapshot });
  await expectToGoOn(again);
});
