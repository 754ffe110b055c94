import { describe, expect, it } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';
import { unsafeCpython } from '../../src/cpython/index.js';
import { quickjs } from '../../src/quickjs/index.js';

const backends: readonly SandboxBackend[] = [quickjs(), unsafeCpython()];

/** Source that costs a parser much, in both languages. */
const hostile: readonly (readonly [what: string, code: string])[] = [
  ['many uses of unknown names', 'nowhere;'.repeat(20_000)],
  ['a sum of many parts', `x = ${'1 + '.repeat(20_000)}nowhere`],
  ['lists in lists', `${'['.repeat(5_000)}nowhere${']'.repeat(5_000)}`],
  ['a thousand unknown names', Array.from({ length: 1_000 }, (_, n) => `nowhere${n}`).join('\n')],
  ['names of 90,000 letters', `${'n'.repeat(90_000)}\nFINAL_VAR("${'m'.repeat(9_000)}")`],
];

for (const backend of backends) {
  const probe = await backend.probe();
  const why = probe.ok ? '' : ` (skipped: ${probe.reason})`;
  describe.skipIf(!probe.ok)(`source that is hostile to a look in ${backend.name}${why}`, () => {
    it.each(hostile)('stays bounded: %s', async (_, code) => {
      const session = await backend.open();
      const { outcome, error, diagnostics } = await session.execute(code, { timeoutMs: 10_000 });
      expect(['error', 'timeout', 'memory']).toContain(outcome);
      expect(error?.message.length).toBeLessThan(5_000);
      expect(JSON.stringify(diagnostics).length).toBeLessThan(10_000);
      const again = await session.execute('print("alive")');
      expect(again.stdout).toBe('alive\n');
      await session.close();
    });
  });
}
