import { runRlm } from '@rlm/runner';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { cell } from '../../runner/test/support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { toResponse } from '../src/index.js';

const warnings: unknown[] = [];
const hear = (warning: unknown): void => void warnings.push(warning);
beforeEach(() => {
  warnings.length = 0;
  process.on('warning', hear);
});
afterEach(() => {
  process.off('warning', hear);
});

const many = 30;
const queries = cell(
  `const all = await llm_query_batched(Array.from({ length: ${many} }, (_, i) => "q" + i)); FINAL(all.length)`,
);

it('many responses of one run warn of nothing', async () => {
  const run = runRlm({
    model: () => queries,
    subModel: () => 'y',
    sandbox: quickjs(),
    query: 'q',
  });
  const readers = Array.from({ length: many }, () =>
    toResponse(run, { onError: () => undefined }).text(),
  );
  const all = await Promise.all(readers);
  expect(all.every((text) => text.includes('[DONE]'))).toBe(true);
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});
