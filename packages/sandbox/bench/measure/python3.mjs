import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { cells, makeText, roundsOf, sizes } from './texts.mjs';
import { median, time } from './timing.mjs';

/** Runs what comes on standard input: a line with a kind and a length, then so many bytes. No wall, no limits. */
const loop = `
import sys
source, names = sys.stdin.buffer, {}
while True:
    head = source.readline().split()
    if not head: break
    data = source.read(int(head[1])).decode()
    if head[0] == b"set": names["context"] = data
    else: exec(compile(data, "cell", "exec"), names)
    sys.stdout.write("k"); sys.stdout.flush()
`;

/** Plain python3 driven by pipes, as a yardstick; no rows where there is none. */
export async function measurePython3() {
  if (spawnSync('python3', ['--version']).status !== 0) return undefined;
  const rows = {
    cold: await time(() => {
      spawnSync('python3', ['-c', '1']);
    }),
    warm: await time(async () => {
      const session = start();
      await session.ask('run', '1');
      session.end();
    }),
  };
  const code = cells.python;
  const session = start();
  for (let warmup = 0; warmup < 50; warmup++) await session.ask('run', code.trivial);
  rows.cell = await time(() => session.ask('run', code.trivial), 250);
  session.end();
  for (const megabytes of sizes) {
    const text = makeText(megabytes);
    const times = { set: [], regex: [], split: [] };
    for (let round = 0; round < roundsOf(megabytes); round++) {
      const big = start();
      await big.ask('run', '1');
      times.set.push(await time(() => big.ask('set', text), 1));
      for (const work of ['regex', 'split']) {
        times[work].push(await time(() => big.ask('run', code[work]), 1));
      }
      big.end();
    }
    for (const work of Object.keys(times)) rows[`${work}${megabytes}`] = median(times[work]);
  }
  return rows;
}

function start() {
  const child = spawn('python3', ['-c', loop], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    async ask(kind, text) {
      const bytes = Buffer.from(text);
      const answered = once(child.stdout, 'data');
      child.stdin.write(`${kind} ${bytes.length}\n`);
      child.stdin.write(bytes);
      await answered;
    },
    end: () => child.stdin.end(),
  };
}
