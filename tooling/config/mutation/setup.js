/** Writes down, for each test file, which blocks ran: while modules were loaded, and in its tests. */
import { appendFileSync } from 'node:fs';

import { afterAll, beforeAll, expect } from 'vitest';

const shared = /** @type {{ __rlmHits?: Set<string> }} */ (/** @type {unknown} */ (globalThis));
const hits = (shared.__rlmHits ??= new Set());

/** @param {string | undefined} by The path of a test, or `load`. */
function writeHits(by) {
  const path = process.env['RLM_MUTATION_HITS'] ?? '';
  appendFileSync(path, `${JSON.stringify({ by, blocks: [...hits] })}\n`);
  hits.clear();
}

beforeAll(() => {
  writeHits('load');
});
afterAll(() => {
  writeHits(expect.getState().testPath);
});
