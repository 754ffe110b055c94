import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type FuzzKind, runFuzz } from '../bench/fuzz/campaign.mjs';
import { fuzzHostSource, superviseFuzz } from '../bench/fuzz/supervise.mjs';
import { swallowCases } from '../src/conformance/swallow/index.js';
import { conformanceTables } from '../src/conformance/tables.js';
import { cpython } from '../src/cpython/index.js';
import { pyodide } from '../src/pyodide/index.js';
import { quickjs } from '../src/quickjs/index.js';
import { cacheFolder } from './pyodide/support/open-python.js';
import { type BundledHost, bundleHost } from './support/bundle-host.mjs';

const suite = { conformanceTables, swallowCases };

const kinds: readonly FuzzKind[] = ['cells', 'values', 'frames'];

// One attempt of each kind with a fixed seed; `npm run fuzz` goes on for ten minutes with a seed of its own.
for (const backend of [quickjs(), pyodide({ cacheFolder }), cpython()]) {
  const probe = await backend.probe();
  const title = `random input for ${backend.name}${probe.ok ? '' : ` (skipped: ${probe.reason})`}`;
  describe.skipIf(!probe.ok)(title, () => {
    it.each(kinds)('%s: nothing happens that must not', { timeout: 180_000 }, async (kind) => {
      const run = { backend, suite, seed: 2026, attempts: 1, seconds: 15, kinds: [kind] };
      const { problems, counts } = await runFuzz(run);
      const told = problems.map(({ smallest, reason }) => `${smallest}\n=> ${reason}`);
      expect(told).toEqual([]);
      const isNeeded = kind !== 'frames' || backend.language === 'python';
      expect(counts[kind] ?? 0).toBeGreaterThanOrEqual(isNeeded ? 1 : 0);
    });
  });
}

describe('a host of its own', () => {
  let host: BundledHost;
  beforeAll(async () => {
    host = await bundleHost(fuzzHostSource);
  });
  afterAll(() => host.remove());

  it.concurrent.each(['quickjs', 'pyodide', 'cpython'])(
    'bears a flood of memory, values and calls: %s',
    async (backend) => {
      const options = backend === 'pyodide' ? { cacheFolder } : {};
      // The attempt of this seed takes little time: no cell of it has more than 100 ms.
      const run = { file: host.file, backend, options, seed: 32, attempts: 1 };
      const { leftOut, counts, problems } = await superviseFuzz({ ...run, kinds: ['resources'] });
      expect(problems).toEqual([]);
      if (leftOut === undefined) expect(counts['resources']).toBe(1);
    },
  );
});
