import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runRlm } from '@rlm/runner';
import { readContextFiles } from '@rlm/runner/node';
import { quickjs } from '@rlm/sandbox/quickjs';

import { rowOf } from '../rounds.mjs';

const rounds = 3;
const residentMb = () => process.memoryUsage.rss() / 2 ** 20;

/** How far the host's memory grows for a file of 100 MB, from its reading to the answer. */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-bench-'));
  const path = join(folder, 'text.txt');
  writeFileSync(path, 'a line of text that is forty letters long\n'.repeat(2_500_000));
  const grown = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      globalThis.gc?.();
      const before = residentMb();
      let peak = before;
      const looking = setInterval(() => (peak = Math.max(peak, residentMb())), 5);
      const files = await readContextFiles(path);
      const model = () => '```repl\nFINAL(context.length)\n```';
      const { answer } = await runRlm({ ...files, model, sandbox: quickjs(), query: 'How long?' })
        .result;
      clearInterval(looking);
      if (answer !== String(files.totalChars)) throw new Error(`got ${String(answer)}`);
      grown.push(Math.max(peak, residentMb()) - before);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const about = {
    measure: 'memory of the host for a file of 105 MB, quickjs()',
    beside: 'the host before it',
  };
  return { rows: [rowOf({ ...about, unit: 'MB', goal: 150 }, grown)] };
}
