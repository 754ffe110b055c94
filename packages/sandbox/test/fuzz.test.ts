import { describe, expect, it } from 'vitest';

import { runFuzz } from '../bench/fuzz/campaign.mjs';
import { superviseFuzz } from '../bench/fuzz/supervise.mjs';
import { swallowCases } from '../src/conformance/swallow/index.js';
import { conformanceTables } from '../src/conformance/tables.js';
import type { SandboxBackend } from '../src/index.js';
import { quickjs } from '../src/quickjs/index.js';
import { bundleHost } from './support/bundle-host.mjs';

const suite = { conformanceTables, swallowCases };

describe('superviseFuzz', () => {
  it('tells of a host that ends as a problem of the attempt that had begun, and goes on with another', async () => {
    const deadly = await bundleHost(`import { writeSync } from 'node:fs';
      const { input, first } = JSON.parse(process.argv[2]);
      const attempt = { type: 'attempt', kind: 'cells', number: 7, input: ['harmless', 'deadly'] };
      if (input === undefined && first.cells === undefined) writeSync(1, JSON.stringify(attempt) + '\\n');
      const isDeadly = input === undefined ? first.cells !== 8 : input.includes('deadly');
      if (isDeadly) process.kill(process.pid, 'SIGKILL');`);
    try {
      const { problems } = await superviseFuzz({ file: deadly.file, backend: 'none', seed: 1 });
      expect(problems).toMatchObject([{ kind: 'cells', number: 7, smallest: 'deadly' }]);
      expect(problems[0]?.reason).toContain('the host ended: SIGKILL');
    } finally {
      await deadly.remove();
    }
  });
});

describe('runFuzz', () => {
  it('finds a fault that was planted, with its seed and an input made small', async () => {
    const inner = quickjs();
    const forgetful: SandboxBackend = {
      ...inner,
      async open(options) {
        const session = await inner.open(options);
        const get = session.get.bind(session);
        session.get = async (name) => {
          const value = await get(name);
          return typeof value === 'string' ? value.replace('a', '') : value;
        };
        return session;
      },
    };
    const run = { backend: forgetful, suite, seed: 3, seconds: 20, kinds: ['values' as const] };
    const { problems } = await runFuzz({ ...run, attempts: 2 });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.reason).toContain('differs');
    expect(problems[0]?.smallest.split('\n')).toHaveLength(1);
  });
});
