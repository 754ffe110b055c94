// Compares the two backends for JavaScript with each other and with plain V8, interleaved. Run after a build.
// node bench/javascript.bench.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

import { quickjs } from '@rlm/sandbox/quickjs';
import { v8 } from '@rlm/sandbox/v8';

const rounds = 7;
const cells = 300;
const calls = 1_000;

const sorted = (values) => values.toSorted((a, b) => a - b);
const median = (values) => sorted(values)[values.length >> 1];
/** What a round took at least: others use the machine too. */
const least = (values) => sorted(values)[0];
const time = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const line = 'user 12345 did something on 2026-11-22 with id=abcdef0123 and more words here ok\n';
const text = line.repeat(Math.ceil(1e8 / line.length)).slice(0, 1e8);
const count = `(() => { const pattern = /id=([a-f]+)(\\d+)/g; let found = 0; while (pattern.exec(context)) found++; return found })()`;

/** The last process that this one has started, by way of others: that of the guest. */
function guestOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? pid : guestOf(children.split(' ').at(-1));
}
/** Processor time of all threads of a process, in milliseconds: it is nearly the same however busy the machine is. */
function processorMs(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'));
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
}

const functions = { echo: (value) => value };
const backends = { quickjs: quickjs(), v8: v8() };
const rows = {};
const note = (row, name, measure, value) => {
  (((rows[row] ??= {})[name] ??= {})[measure] ??= []).push(value);
};
const variables = (at) =>
  `const row${at % 20} = { id: ${at}, tags: ['a', 'b'] }\nfunction size(list) { return list.length }\nconst total = size(row${at % 20}.tags)\ntotal + ${at}`;

for (let round = 0; round < rounds; round++) {
  for (const [name, backend] of Object.entries(backends)) {
    let session;
    note(
      'open',
      name,
      'time',
      await time(async () => (session = await backend.open({ functions }))),
    );
    const pid = guestOf(process.pid);
    /** Time, and processor time of guest and host together, of one of `times`. */
    const measure = async (row, times, work) => {
      const before = processorMs(pid) + processorMs(process.pid);
      note(row, name, 'time', (await time(work)) / times);
      const after = processorMs(pid) + processorMs(process.pid);
      note(row, name, 'processor', (after - before) / times);
    };
    const run = async (times, code) => {
      for (let at = 0; at < times; at++) await session.execute(code(at));
    };
    await run(100, () => '1');
    await measure('cell', cells, () => run(cells, () => 'print(1)'));
    await measure('cell that makes variables', cells, () => run(cells, variables));
    const loop = `for (let at = 0; at < ${calls}; at++) await echo(at)`;
    await measure('host call', calls, () => session.execute(loop));
    if (round < 3) await measure('set of 100 MB', 1, () => session.set('context', text));
    await session.close();
  }
}

console.log('| ms, the least round; in brackets processor time | quickjs | v8 |\n|---|---:|---:|');
for (const [row, values] of Object.entries(rows)) {
  const [a, b] = ['quickjs', 'v8'].map((name) => {
    const { time: times, processor } = values[name];
    const used = processor === undefined ? '' : ` (${least(processor).toFixed(2)})`;
    return least(times).toFixed(2) + used;
  });
  console.log(`| ${row} | ${a} | ${b} |`);
}

/** Two passes of plain V8, in a process of its own: what the guest is compared with begins as cold as the guest. */
const plainProgram = `
const line = ${JSON.stringify(line)};
globalThis.context = Buffer.from(line.repeat(Math.ceil(1e8 / line.length)).slice(0, 1e8)).toString('latin1');
const script = new (require('node:vm').Script)(${JSON.stringify(count)});
for (let pass = 0; pass < 2; pass++) {
  const start = performance.now();
  const before = process.cpuUsage();
  script.runInThisContext();
  const { user, system } = process.cpuUsage(before);
  console.log(performance.now() - start, (user + system) / 1000);
}`;

const passes = { plain: [], v8: [] };
for (let round = 0; round < 5; round++) {
  const said = execFileSync(process.execPath, ['-e', plainProgram]).toString().trim();
  passes.plain.push(said.split('\n').map((words) => words.split(' ').map(Number)));
  const session = await backends.v8.open();
  await session.set('context', text);
  const pid = guestOf(process.pid);
  const guest = [];
  for (let pass = 0; pass < 2; pass++) {
    const before = processorMs(pid);
    const ms = await time(() => session.execute(count));
    guest.push([ms, processorMs(pid) - before]);
  }
  passes.v8.push(guest);
  await session.close();
}
console.log('\n| regex over 100 MB, ms | plain V8 | v8 | v8 / plain |\n|---|---:|---:|---:|');
for (const [pass, which] of ['first', 'second'].entries()) {
  for (const [measure, unit] of ['time', 'processor time'].entries()) {
    const [plain, guest] = ['plain', 'v8'].map((name) =>
      median(passes[name].map((all) => all[pass][measure])),
    );
    console.log(
      `| ${which} pass, ${unit} | ${plain.toFixed(0)} | ${guest.toFixed(0)} | ${(guest / plain).toFixed(2)} |`,
    );
  }
}
const slow = await backends.quickjs.open();
await slow.set('context', text);
console.log(`quickjs: ${(await time(() => slow.execute(count))).toFixed(0)} ms`);
await slow.close();
process.exit(0);
