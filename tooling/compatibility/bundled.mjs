/**
 * What a bundler makes one program of: an interpreter of each language, with its engine in `dist`. An executable is given the path of a
 * Node.js.
 */
import { deepStrictEqual } from 'node:assert';
import { resolve } from 'node:path';

import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

const node = process.argv[2];
for (const backend of [
  quickjs({ node, wasm: resolve('dist/quickjs.wasm') }),
  pyodide({ node, packageFolder: resolve('dist/pyodide') }),
]) {
  const session = await backend.open();
  const { finalOutput } = await session.execute('FINAL(6 * 7)');
  deepStrictEqual(finalOutput, { type: 'direct', answer: 42 });
  await session.close();
}
process.exit();
