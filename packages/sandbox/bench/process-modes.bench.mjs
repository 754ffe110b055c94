// Prints what each process mode of a backend costs, side by side: the least and the median of some rounds, in each of which all
// modes take their turn, so that what else the machine does falls on all of them, and with what a start of Node.js took in the
// same rounds. Run after a build.
// node bench/process-modes.bench.mjs [quickjs|pyodide] [rounds]
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';

import { createSandboxPool } from '@rlm/sandbox';

import { cells, makeText } from './measure/texts.mjs';
import { median, sleep, time } from './measure/timing.mjs';

const [entry = 'quickjs', rounds = '5'] = process.argv.slice(2);
const modes = ['shared', 'own', 'none'];
const { [entry]: create } = await import(`@rlm/sandbox/${entry}`);
const functions = { llm_query: async () => 'ok' };
const limits = { maxHostCalls: 1_000_000 };
const text = makeText(100);

const pools = new Map();

const rows = {
  'cold: a new process to its first result': (mode) =>
    spawned(
      `import('@rlm/sandbox/${entry}').then(async (m) => { const s = await m.${entry}({ process: '${mode}' }).open(); await s.execute('1'); process.exit(0); })`,
    ),
  'a new session': async (mode) => {
    const backend = create({ process: mode });
    await (await backend.open()).close();
    return time(async () => {
      const session = await backend.open();
      await session.execute('1');
      await session.close();
    }, 1);
  },
  'from a pool': async (mode) => {
    const pool = poolOf(mode);
    await pool.ready();
    await sleep(500);
    let session;
    const took = await time(async () => {
      session = await pool.open({ functions });
      await session.execute('1');
    }, 1);
    await session.close();
    return took;
  },
  'a trivial cell (of 200)': (mode) =>
    inSession(mode, async (session) => {
      const { trivial } = cells[session.language];
      for (let warmup = 0; warmup < 50; warmup++) await session.execute(trivial);
      return time(() => session.execute(trivial), 200);
    }),
  'a host call (of 1,000)': (mode) =>
    inSession(mode, async (session) => {
      const { calls } = cells[session.language];
      await session.execute(calls, { timeoutMs: 60_000 });
      return (await time(() => session.execute(calls, { timeoutMs: 60_000 }), 1)) / 1_000;
    }),
  '`set` of 100 MB': (mode) =>
    inSession(mode, (session) => time(() => session.set('context', text), 1)),
};

console.log(`load ${loadavg()[0].toFixed(1)}; ms, least and median of ${rounds}\n`);
console.log(
  `| ${entry} | ${modes.join(' | ')} | node -e 0 |\n| --- | ${'--- | '.repeat(modes.length + 1)}`,
);
for (const [row, measure] of Object.entries(rows)) {
  const columns = [...modes, 'node'].map(() => []);
  for (let round = 0; round < Number(rounds); round++) {
    for (const [index, mode] of modes.entries()) columns[index].push(await measure(mode));
    columns.at(-1).push(await spawned('0'));
  }
  const shown = columns.map(
    (values) => `${format(Math.min(...values))}; ${format(median(values))}`,
  );
  console.log(`| ${row} | ${shown.join(' | ')} |`);
}
process.exit(0);

function spawned(code) {
  return time(() => {
    spawnSync(process.execPath, ['-e', code], { cwd: import.meta.dirname });
  }, 1);
}

function poolOf(mode) {
  const found = pools.get(mode);
  if (found !== undefined) return found;
  const pool = createSandboxPool(create({ process: mode }), { warm: 2, session: { functions } });
  pools.set(mode, pool);
  return pool;
}

async function inSession(mode, work) {
  const session = await create({ process: mode }).open({ functions, limits });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

function format(value) {
  return value < 10 ? value.toFixed(2) : String(Math.round(value));
}
