import { promiseSuite } from '@rlm/config/promise-suite';
import { expect, it } from 'vitest';

import { quickjs } from '../../src/quickjs/index.js';
import { python } from '../pyodide/support/open-python.js';
import { describeWhere } from '../support/describe-where.js';

const suite = promiseSuite('snapshots');
const memoryBytes = 1024 ** 3;

/** Cells that fill 150 megabytes. */
const guests = [
  { backend: quickjs(), code: 'var x = "x".repeat(1.5e8)', length: 'x.length' },
  { backend: python, code: 'x = bytearray(b"x") * 150_000_000', length: 'len(x)' },
];

for (const { backend, code, length } of guests) {
  const name = `a snapshot of a full guest of ${backend.name}`;
  describeWhere(await backend.probe(), name, () => {
    it('is taken, and opened again, in pieces', async () => {
      const stdout = await suite.run({ backend: backend.name, name, memoryBytes }, async () => {
        const session = await backend.open();
        await session.execute(code);
        const snapshot = await session.snapshot?.();
        await session.close();
        const again = await backend.open(snapshot === undefined ? {} : { snapshot });
        const result = await again.execute(`print(${length})`);
        await again.close();
        return result.stdout;
      });
      expect(stdout).toBe('150000000\n');
    });
  });
}
