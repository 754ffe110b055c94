import { promiseSuite } from '@rlm/config/promise-suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ChildHost, prepareChild } from '../support/run-in-child.js';

const promise = promiseSuite('sums in a process');

/** A busy machine takes far longer for thousands of calls than they are worth. */
const timeoutMs = 900_000;

const code = {
  python: 'for i in range(9000): p = page()\nprint(len(p))',
  javascript: 'let p = ""; for (let i = 0; i < 9000; i++) p = await page(); print(p.length)',
} as const;

/** All with default limits, and Node's own heap. */
describe.each([
  ['quickjs', 'javascript'],
  ['pyodide', 'python'],
  ['cpython', 'python'],
] as const)('%s: the host outlives', (backend, language) => {
  let host: ChildHost;
  beforeAll(async () => {
    host = await prepareChild(`../../src/${backend}/index.ts`, `${backend}()`);
  });
  afterAll(() => host.remove());

  it('9,000 answers of 1 MB in one cell', { timeout: timeoutMs }, async ({ task: { name } }) => {
    const end = await host.run({ code: code[language], timeoutMs });
    expect(end).toMatchObject({ ended: 'well', outcome: 'ok', stdout: '1000000\n', works: true });
    promise.add({ backend, name }, end.figures);
  });
});
