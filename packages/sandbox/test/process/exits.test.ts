import { expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { startInTurn } from '../../src/process/spawn.js';
import { pyodide } from '../../src/pyodide/index.js';
import { describeWhere } from '../support/describe-where.js';

/** How a process ends that writes this to stderr. */
async function endOf(stderr: string): Promise<{ reason: string; stderr: string }> {
  const source = `require('fs').writeSync(2, ${JSON.stringify(stderr)}); process.exit(7)`;
  const command = { command: process.execPath, args: ['-e', source], env: {} };
  const spawned = await startInTurn({ ...command, stops: 'socket' });
  return spawned.exit;
}

it.each([
  ['nothing', '', ''],
  ['one line', 'no way\n', ': no way'],
  [
    'an error with its stack',
    'TypeError [X]: no way\n    at f (/home/me/a.js:1:2)',
    ': TypeError [X]: no way',
  ],
  [
    'an error with its place before it',
    '/home/me/a.js:1\nf()\n^\n\nError: no way',
    ': Error: no way',
  ],
  [
    'a traceback',
    'Traceback (most recent call last):\n  File "/me/a.py", line 1\nKeyError: 1',
    ': KeyError: 1',
  ],
  [
    'a fatal error',
    'Fatal Python error: no way\n  File "<driver>", line 1',
    ': Fatal Python error: no way',
  ],
  ['a file in its error', "Error: ENOENT, open '/home/me/a.js'\n", ''],
  ['a file of Windows', 'Error: open C:\\me\\a.js\n', ''],
])('a process that ends with %s on stderr names no file of the host', async (_, stderr, told) => {
  const exit = await endOf(stderr);
  expect(exit.reason).toBe(`the process exited with code 7${told}`);
  expect(exit.stderr).toBe(stderr.trim());
});

/** Cells that end their process; none of QuickJS is known. */
const crashes = ['import os; os.abort()', 'import faulthandler; faulthandler._sigsegv()'];

for (const backend of [pyodide(), cpython()]) {
  describeWhere(await backend.probe(), `${backend.name}: a crash`, () => {
    it.each(crashes)('by %s names no file and no stack of the host', async (code) => {
      await using session = await backend.open();
      const { outcome, error } = await session.execute(code);
      expect(outcome).toBe('crashed');
      expect(error?.message).toMatch(/^the process was ended by SIG[^/\n]*$/);
      expect(error?.traceback).toBe('');
    });
  });
}
