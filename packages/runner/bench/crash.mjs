// Kills processes that work on runs with journals, has the runs resumed and replayed, and counts what was wrong. Needs the built
// packages; the processes that are killed run the sources.
//
//   pnpm --filter @rlm/runner crash [trials] [--only quickjs|pyodide|task] [--seed text] [--keep folder]
//
// The trials are shared among the workloads: most for QuickJS, fewest for Pyodide, which is slow to start.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { crashTrials } from '@rlm/journal/testing';

import { childScript } from '../test/journal/crash/children.mjs';

/** The value of an option of the command line, or the default. */
function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : process.argv[at + 1];
}

const asked = Number(process.argv[2]);
const trials = Number.isInteger(asked) && asked > 0 ? asked : 200;
const only = option('only', '');
const seed = option('seed', new Date().toISOString());
const keep = option('keep', '');

const shares = { quickjs: 0.6, task: 0.25, pyodide: 0.15 };
const folder = keep === '' ? await mkdtemp(join(tmpdir(), 'rlm-crash-')) : keep;
const rows = {};
const faults = [];

async function note(name, run) {
  const place = join(folder, name.replaceAll(' ', '-'));
  await mkdir(place, { recursive: true });
  const startedAt = performance.now();
  const { faults: found, ...counts } = await run(place);
  rows[name] = { ...counts, seconds: Math.round((performance.now() - startedAt) / 1000) };
  console.error(name, JSON.stringify(rows[name]));
  faults.push(...found.map((fault) => `${name}: ${fault}`));
}

for (const [workload, share] of Object.entries(shares)) {
  if (only !== '' && only !== workload) continue;
  const script = await childScript(workload);
  const common = { script, seed, hangMs: workload === 'pyodide' ? 120_000 : 20_000 };
  const count = Math.max(1, Math.round(only === '' ? trials * share : trials));
  await note(workload, (place) => crashTrials({ ...common, folder: place, trials: count }));
  if (workload === 'pyodide') continue;
  await note(`${workload}, cut`, (place) => crashTrials({ ...common, how: 'cut', folder: place }));
  const taken = Math.max(1, Math.round(count / 10));
  await note(`${workload}, taken over`, (place) =>
    crashTrials({ ...common, how: 'taken-over', folder: place, trials: taken }),
  );
}

console.log(`\nSeed ${seed}; "trials" has the clean runs in it, by which the others were timed.`);
console.table(rows);
for (const fault of faults) console.log(fault);
if (faults.length === 0 && keep === '') await rm(folder, { recursive: true, force: true });
else if (faults.length > 0) console.log(`Their journals: ${folder}`);
process.exitCode = faults.length === 0 ? 0 : 1;
