import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { rowOf } from '../rounds.mjs';

const rounds = 3;
const large = 100;
const small = 2;
const script = fileURLToPath(
  new URL('../../../packages/runner/bench/file-context.bench.mjs', import.meta.url),
);

/** @typedef {{ beforeMB: number, hostPeakMB: number, childOpenMB: number, finishReason: string }} Case */

/** One run over a text of so many MB, in a process of its own. @param {number} mb @param {string[]} options @returns {Case} */
function play(mb, ...options) {
  const { stdout } = spawnSync(process.execPath, [script, '--mb', String(mb), ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = stdout.split('\n').find((each) => each.startsWith('{')) ?? '';
  const found = /** @type {Case} */ (JSON.parse(line));
  if (found.finishReason !== 'final') throw new Error(`got ${line}`);
  return found;
}

const ways = [
  { as: 'file', mb: large, sandbox: 'quickjs', words: 'fileContext()', goal: 150 },
  { as: 'stream', mb: large, sandbox: 'quickjs', words: 'a stream', goal: 150 },
  { as: 'read', mb: large, sandbox: 'quickjs', words: 'readContextFiles()', goal: 150 },
  { as: 'file', mb: 1024, sandbox: 'cpython', words: 'fileContext()', goal: 64 },
];

/** How far the host grows for a text of 100 MB and of 1 GB, and how many copies of it the session's process has when the session is open. */
export function measure() {
  const rows = [];
  const each = Array.from({ length: rounds });
  for (const { as, mb, sandbox, words, goal } of ways) {
    const grown = each.map(() => {
      const { hostPeakMB, beforeMB } = play(mb, '--sandbox', sandbox, '--as', as);
      return hostPeakMB - beforeMB;
    });
    const name = `memory of the host for ${mb} MB by ${words}, ${sandbox}()`;
    rows.push(rowOf({ measure: name, beside: 'the host before it', unit: 'MB', goal }, grown));
  }
  const peaks = each.map(
    () => play(large, '--sandbox', 'quickjs', '--as', 'read', '--batch').hostPeakMB,
  );
  const batch = 'peak of the host, sub-queries about all of 100 MB in one batch, quickjs()';
  rows.push(
    rowOf({ measure: batch, beside: 'nothing: the whole process', unit: 'MB', goal: 500 }, peaks),
  );
  for (const sandbox of ['quickjs', 'pyodide', 'cpython']) {
    const peakFor = (/** @type {number} */ mb) =>
      play(mb, '--sandbox', sandbox, '--as', 'file').childOpenMB;
    const little = peakFor(small);
    const copies = each.map(() => (peakFor(large) - little) / (large - small));
    const name = `copies of 100 MB in the process of ${sandbox}(), at most`;
    rows.push(
      rowOf({ measure: name, beside: `a text of ${small} MB`, unit: 'x', goal: 2 }, copies),
    );
  }
  return Promise.resolve({ rows });
}
