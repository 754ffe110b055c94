import { expect } from 'vitest';

import { cpython } from '../../../src/cpython/index.js';
import type { SandboxBackend, SandboxSession } from '../../../src/index.js';
import { pyodide } from '../../../src/pyodide/index.js';

const megabyte = 1024 * 1024;

/** Backends of Python, with a small memory. */
export const pythons: readonly SmallPython[] = [
  { name: 'pyodide', backend: pyodide(), memoryBytes: 64 * megabyte },
  { name: 'cpython', backend: cpython(), memoryBytes: 32 * megabyte },
];

interface SmallPython {
  readonly name: string;
  readonly backend: SandboxBackend;
  readonly memoryBytes: number;
}

/** A cell that uses up the memory, and holds it by the variable `held`. */
export const manyTexts = 'held = []\nwhile True: held.append("x" * 1000 + str(len(held)))';

/** More of them: some fail by that, the last notices it itself. */
export const otherWays: Readonly<Record<string, string>> = {
  'few large values': 'held = []\nwhile True: held.append(bytearray(4_000_000))',
  'many small values': 'held = []\nwhile True: held.append([])',
  'a dict of texts': 'held = {}\nwhile True: held[len(held)] = str(len(held))',
  'a cell that catches it':
    'held = []\ntry:\n  while True: held.append([])\nexcept MemoryError: pass',
};

/** Adds to `held` what is left of the memory, down to a hundred bytes, and catches each error. */
export const fillAll =
  'for size in (10**7, 10**6, 10**5, 10**4, 1000, 100):\n  try:\n    while True: held.append(bytearray(size))\n  except MemoryError: pass';

/** The session still has its variables, lists them, lets go of `held`, and uses the memory for something else. */
export async function expectToGoOn(session: SandboxSession): Promise<void> {
  expect((await session.execute('print(kept)')).stdout).toBe('123\n');
  expect((await session.variables()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['kept', 'held']),
  );
  expect(await session.execute('held = None')).toMatchObject({ outcome: 'ok', session: 'kept' });
  const more = await session.execute('more = bytearray(8_000_000)\nprint(kept, len(more))');
  expect(more).toMatchObject({ outcome: 'ok', session: 'kept', stdout: '123 8000000\n' });
}
