import { expect, it } from 'vitest';

import { unsafeCpython } from '../../src/cpython/index.js';

const python = await unsafeCpython().probe();
const note = python.ok ? '' : ` (skipped: ${python.reason})`;

it.skipIf(!python.ok)(`unsafeCpython says once that it has no isolation${note}`, async () => {
  const heard: unknown[] = [];
  const backend = unsafeCpython({
    onDiagnostic(diagnostic) {
      heard.push(diagnostic);
      throw new Error('the hook is broken');
    },
  });
  expect(heard).toEqual([]);
  for (let nth = 0; nth < 2; nth += 1) {
    const session = await backend.open();
    expect((await session.execute('print(1)')).stdout).toBe('1\n');
    await session.close();
  }
  expect(heard).toEqual([
    {
      code: 'unsafe_backend',
      message: expect.stringMatching(/^unsafeCpython\(\) .*\bno isolation\b/) as string,
    },
  ]);
});
