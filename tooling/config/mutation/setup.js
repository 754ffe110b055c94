/** Writes down, for each test file, which pieces of code ran: while modules were loaded, and in its tests. */
import { appendFileSync } from 'node:fs';

import { afterAll, beforeAll, expect } from 'vitest';

const shared = /** @type {{ __rlmHits?: Set<number> }} */ (/** @type {unknown} */ (globalThis));
const path = process.env['RLM_MUTATION_HITS'];

/** @param {'load' | 'test'} phase */
function writeHits(phase) {
  const { testPath: file } = expect.getState();
  const line = { file, phase, hits: [...(shared.__rlmHits ?? [])] };
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(line)}\n`);
  shared.__rlmHits?.clear();
}

if (path !== undefined) {
  shared.__rlmHits ??= new Set();
  beforeAll(() => {
    writeHits('load');
  });
  afterAll(() => {
    writeHits('test');
  });
}
