/** What a bundler makes one program of: an interpreter of each language, with its engine beside the bundle. */
import { deepStrictEqual } from 'node:assert';
import { dirname, join } from 'node:path';

import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

const folder = dirname(process.argv[1] ?? '');
for (const backend of [
  quickjs({ wasm: join(folder, 'quickjs.wasm') }),
  pyodide({ packageFolder: join(folder, 'pyodide') }),
]) {
  const session = await backend.open();
  const { finalOutput } = await session.execute('FINAL(6 * 7)');
  deepStrictEqual(finalOutput, { type: 'direct', answer: 42 });
  await session.close();
}
process.exit();
