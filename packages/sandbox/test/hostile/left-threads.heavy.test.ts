import { readdirSync } from 'node:fs';

import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();

const threads = (): number => readdirSync('/proc/self/task').length;

const linux = process.platform === 'linux';
const inThisProcess = `a session of this process${linux ? '' : ' (skipped: /proc is of Linux)'}`;

describe.skipIf(!linux)(inThisProcess, () => {
  it.each([pyodide({ process: 'none' })])(
    'that is closed while it is brought back leaves no thread: $name',
    async (backend) => {
      const code = backend.language === 'python' ? 'sum(range(10**13))' : 'while (true) {}';
      const warm = await openOn(backend);
      await warm.execute('1');
      const before = threads();
      for (let round = 0; round < 3; round++) {
        const session = await openOn(backend, { limits: { graceMs: 0 } });
        await session.execute(code, { timeoutMs: 50 });
        const running = session.execute('1');
        await new Promise((resolve) => setImmediate(resolve));
        await session.close();
        await running;
      }
      await eventually(() => {
        expect(threads()).toBeLessThanOrEqual(before);
      });
    },
  );
});
