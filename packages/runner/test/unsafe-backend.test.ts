import { unsafeCpython } from '@rlm/sandbox/cpython';
import { scripted } from '@rlm/sandbox/scripted';
import { expect, it } from 'vitest';

import { runRlm } from '../src/index.js';

const python = await unsafeCpython().probe();
const note = python.ok ? '' : ` (skipped: ${python.reason})`;
const model = (): string => 'FINAL(done)';

it.skipIf(!python.ok)(`a run says that its backend has no isolation${note}`, async () => {
  const { answer, diagnostics } = await runRlm({
    model,
    sandbox: unsafeCpython(),
    query: 'Who?',
    context: 'a',
  }).result;
  expect(answer).toBe('done');
  expect(diagnostics).toMatchObject([
    { code: 'unsafe_backend', message: expect.stringContaining('unsafe-cpython') as string },
  ]);
});

it('a run with another backend does not', async () => {
  const { diagnostics } = await runRlm({
    model,
    sandbox: scripted([]),
    query: 'Who?',
    context: 'a',
  }).result;
  expect(diagnostics).toEqual([]);
});
