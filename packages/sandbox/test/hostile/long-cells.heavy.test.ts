import { promiseSuite } from '@rlm/config/promise-suite';
import { expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { describeWhere } from '../support/describe-where.js';
import {
  longCells,
  otherBackends,
  otherLongCells,
  testLongCells,
  timeoutMs,
  usualBackends,
} from '../support/long-cells.js';

await testLongCells('other long cells', otherLongCells, usualBackends);
await testLongCells('long cells elsewhere', [...longCells, ...otherLongCells], otherBackends);

const promise = promiseSuite('many sessions');

describeWhere(await cpython().probe(), 'many sessions at once', () => {
  it('of cpython: 100', { timeout: 5 * timeoutMs }, async () => {
    const about = { backend: 'cpython', name: '100 sessions at once', memoryBytes: 2 ** 33 };
    await promise.run(about, async () => {
      const backend = cpython();
      const shown = await Promise.all(
        Array.from({ length: 100 }, async () => {
          const session = await backend.open();
          const { stdout } = await session.execute('print(6 * 7)', { timeoutMs });
          await session.close();
          return stdout;
        }),
      );
      expect(shown).toEqual(Array(100).fill('42\n'));
    });
  });
});
