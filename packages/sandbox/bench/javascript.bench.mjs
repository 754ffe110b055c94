// Compares the two backends for JavaScript with each other and with plain V8, interleaved. Run after a build.
// node bench/javascript.bench.mjs
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

import { quickjs } from '@rlm/sandbox/quickjs';
import { v8 } from '@rlm/sandbox/v8';

const rounds = 9;
const cells = 200;
const calls = 1_000;

const sorted = (values) => values.toSorted((a, b) => a - b);
const median = (values) => sorted(values)[values.length >> 1];
const time = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const line = 'user 12345 did something on 2026-11-22 with id=abcdef0123 and more words here ok\n';
const text = line.repeat(Math.ceil(1e8 / line.length)).slice(0, 1e8);
const count = `(() => { const pattern = /id=([a-f]+)(\\d+)/g; let found = 0; while (pattern.exec(context)) found++; return found })()`;

const functions = { echo: (value) => value };
const backends = { quickjs: quickjs(), v8: v8() };
const rows = {
  open: {},
  cell: {},
  'cell that makes variables': {},
  'host call': {},
  'set of 100 MB': {},
};
const note = (row, name, value) => (rows[row][name] ??= []).push(value);

for (let round = 0; round < rounds; round++) {
  for (const [name, backend] of Object.entries(backends)) {
    let session;
    note('open', name, await time(async () => (session = await backend.open({ functions }))));
    for (let at = 0; at < 20; at++) await session.execute('1');
    note(
      'cell',
      name,
      (await time(async () => {
        for (let at = 0; at < cells; at++) await session.execute('print(1)');
      })) / cells,
    );
    note(
      'cell that makes variables',
      name,
      (await time(async () => {
        for (let at = 0; at < cells; at++) {
          await session.execute(
            `const row${at % 20} = { id: ${at}, tags: ['a', 'b'] }\nfunction size(list) { return list.length }\nconst total = size(row${at % 20}.tags)\ntotal + ${at}`,
          );
        }
      })) / cells,
    );
    const loop = `for (let at = 0; at < ${calls}; at++) await echo(at)`;
    note('host call', name, (await time(() => session.execute(loop))) / calls);
    if (round < 3) note('set of 100 MB', name, await time(() => session.set('context', text)));
    await session.close();
  }
}

console.log('| ms, median | quickjs | v8 | v8 / quickjs |\n|---|---:|---:|---:|');
for (const [row, values] of Object.entries(rows)) {
  const [a, b] = [median(values.quickjs), median(values.v8)];
  console.log(`| ${row} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
}

/** Two passes of plain V8, in a process of its own: what the guest is compared with begins as cold as the guest. */
const plainProgram = `
const line = ${JSON.stringify(line)};
globalThis.context = Buffer.from(line.repeat(Math.ceil(1e8 / line.length)).slice(0, 1e8)).toString('latin1');
const script = new (require('node:vm').Script)(${JSON.stringify(count)});
for (let pass = 0; pass < 2; pass++) {
  const start = performance.now();
  script.runInThisContext();
  console.log(performance.now() - start);
}`;
const ratios = { first: [], second: [] };
const passes = { plain: [], v8: [] };
for (let round = 0; round < 5; round++) {
  const own = execFileSync(process.execPath, ['-e', plainProgram])
    .toString()
    .split('\n')
    .map(Number);
  const session = await backends.v8.open();
  await session.set('context', text);
  const guest = [];
  for (let pass = 0; pass < 2; pass++) guest.push(await time(() => session.execute(count)));
  ratios.first.push(guest[0] / own[0]);
  ratios.second.push(guest[1] / own[1]);
  passes.plain.push(own);
  passes.v8.push(guest);
  await session.close();
}
for (const [name, values] of Object.entries(passes)) {
  const [first, second] = [0, 1].map((at) => median(values.map((pass) => pass[at])).toFixed(0));
  console.log(`regex over 100 MB, ${name}: first pass ${first} ms, second ${second} ms`);
}
console.log(
  `v8 / plain: first ${median(ratios.first).toFixed(2)}, second ${median(ratios.second).toFixed(2)}`,
);
const slow = await backends.quickjs.open();
await slow.set('context', text);
console.log(`regex over 100 MB, quickjs: ${(await time(() => slow.execute(count))).toFixed(0)} ms`);
await slow.close();
process.exit(0);
