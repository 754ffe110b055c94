import { describe, expect, it } from 'vitest';

import { expectToGoOn, fillAll, pythons } from './support/full-memory.js';

for (const { name, backend, memoryBytes } of pythons) {
  const probe = await backend.probe();
  const options = { limits: { memoryBytes } };

  const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;

  describe.skipIf(!probe.ok)(`memory of ${name} that is full of live data${why}`, () => {
    it('is filled to the last byte again and again, and can still be let go', async () => {
      await using session = await backend.open(options);
      await session.execute('kept = 123\nheld = []');
      for (let tries = 0; tries < 4; tries += 1) {
        expect((await session.execute(fillAll)).session).toBe('kept');
      }
      const held = await session.execute('sum(len(part) for part in held)');
      // In cpython() cells also have what of the 96 MiB the interpreter does not need.
      expect(Number(held.value)).toBeLessThan(memoryBytes + 104 * 1024 * 1024);
      await expectToGoOn(session);
    });

    it('refuses an answer of the host that does not fit, and reads the next from its start', async () => {
      const functions = { large: () => 'x'.repeat(3_000_000), small: () => 'small' };
      await using session = await backend.open({ ...options, functions });
      await session.execute(`kept = 123\nheld = []\n${fillAll}`);
      const ask = 'try:\n  large()\nexcept MemoryError:\n  print("no room")\nprint(small())';
      const { stdout, session: state } = await session.execute(ask);
      expect([stdout, state]).toEqual(['no room\nsmall\n', 'kept']);
      await expectToGoOn(session);
    });

    it('refuses an awaited answer that does not fit, and gives those of the other calls', async () => {
      const functions = { large: () => 'x'.repeat(2 * memoryBytes), small: () => 'small' };
      const limits = { memoryBytes, maxValueBytes: 3 * memoryBytes };
      await using session = await backend.open({ limits, functions });
      const ask =
        'import asyncio\nfound = await asyncio.gather(small(), large(), small(), return_exceptions=True)\nprint([type(one).__name__ for one in found])';
      const { stdout, error } = await session.execute(ask);
      expect(stdout, error?.message).toBe("['str', 'MemoryError', 'str']\n");
    });
  });
}
