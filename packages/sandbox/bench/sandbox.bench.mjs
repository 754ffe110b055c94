// Prints one table: medians of ten, for every backend that works here, with yardsticks and goals. Run after a build.
// node --expose-gc bench/sandbox.bench.mjs [backend[:process] ...]: quickjs quickjs:own quickjs:none
import { loadavg } from 'node:os';

import { measureBackend } from './measure/backend.mjs';
import { calibrate } from './measure/calibration.mjs';
import { judge } from './measure/goals.mjs';
import { measureIsolatedVm, measureNodeVm } from './measure/javascript-engines.mjs';
import { measurePython3 } from './measure/python3.mjs';
import { format, renderTable, titles } from './measure/table.mjs';
import { rounds } from './measure/timing.mjs';

const wanted = process.argv.slice(2);
const loadBefore = loadavg()[0];
const machine = await calibrate();
const columns = {};
for (const name of wanted.length > 0 ? wanted : ['quickjs', 'pyodide', 'cpython']) {
  const [entry, mode] = name.split(':');
  const module = await import(`@rlm/sandbox/${entry}`).catch(() => undefined);
  const backend = module?.[entry]?.(mode === undefined ? {} : { process: mode });
  const probe = backend === undefined ? { ok: false, reason: 'not built' } : await backend.probe();
  if (!probe.ok) {
    console.log(`${name}: left out (${probe.reason})`);
    continue;
  }
  try {
    columns[name] = await measureBackend(backend);
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
}
const yardsticks = {
  'node:vm': await measureNodeVm(),
  'isolated-vm': await measureIsolatedVm(),
  'python3 by pipes': await measurePython3(),
};
for (const [name, rows] of Object.entries(yardsticks)) {
  if (rows === undefined) console.log(`${name}: left out (not installed)`);
  else columns[name] = rows;
}

console.log(
  `\nThis machine (load ${loadBefore.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after), ms:`,
);
for (const [title, value] of Object.entries(machine)) console.log(`- ${title}: ${format(value)}`);
console.log(
  `\nMilliseconds, median of ${rounds} (5 at 100 MB); yardsticks without any wall come last.\n`,
);
console.log(renderTable(columns));
console.log('\n| backend | goal | | measured | | by this machine |\n|---|---|---:|---:|---|---|');
for (const { name, row, goal, value, verdict, share } of Object.entries(columns).flatMap(
  ([name, rows]) => judge(name, rows, machine),
)) {
  console.log(`| ${name} | ${titles[row]} | ${goal} | ${format(value)} | ${verdict} | ${share} |`);
}
process.exit(0);
