// The longest piece of work of the host's thread, by its processor time, while 200 runs are under way at once: each asks eight
// sub-queries at the same time. Scripted and QuickJS sessions without a bound, and each backend through a pool of eight.
//
// Beside it runs a process that does nothing but look at the time: how late its timers are is the machine's doing.
//
//   node bench/parallel.bench.mjs [--runs 200] [--only quickjs] [--rounds 1]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { watchHost } from '@rlm/config/promise';
import { runRlm } from '@rlm/runner';
import { createSandboxPool } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';

import { option } from './options.mjs';

const count = Number(option('runs', 200));
const only = option('only', '');
const rounds = Number(option('rounds', 1));
const context = 'a line of text\n'.repeat(1_000);
const codes = {
  javascript:
    'const list = await Promise.all(Array.from({ length: 8 }, (_, at) => llm_query("q" + at)));\nFINAL(list.length)',
  python: 'FINAL(len(llm_query_batched(["q" + str(at) for at in range(8)])))',
};
const play = async (_, guest) => {
  const asked = Array.from({ length: 8 }, (__, at) => guest.call('llm_query', `q${at}`));
  return { final: { type: 'direct', answer: (await Promise.all(asked)).length } };
};
const pooled = (backend) =>
  createSandboxPool(backend, { max: 8, warm: 0, maxWaiting: count, waitMs: 3_600_000 });
const cases = {
  scripted: () => scripted([play], { repeatLast: true }),
  quickjs: () => quickjs(),
  'quickjs, pool of 8': () => pooled(quickjs()),
  'pyodide, pool of 8': () => pooled(pyodide()),
  'cpython, pool of 8': () => pooled(cpython()),
};

/** A process that measures, from now on, how late its timers are at the worst. */
function startControl() {
  const code = `let last = performance.now(), late = 0;
    setInterval(() => { const now = performance.now(); late = Math.max(late, now - last - 10); last = now; }, 10);
    process.on('message', () => { process.send(Math.round(late)); late = 0; last = performance.now(); });`;
  const child = fork('-', { execPath: process.execPath, execArgv: ['-e', code], stdio: 'inherit' });
  return {
    async take() {
      child.send('take');
      return (await once(child, 'message'))[0];
    },
    stop: () => child.kill(),
  };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const control = startControl();
const rows = [];
for (const [name, open] of Object.entries(cases)) {
  if (!name.startsWith(only)) continue;
  const sandbox = open();
  if (sandbox.probe !== undefined && !(await sandbox.probe()).ok) continue;
  const model = ({ purpose }) =>
    purpose === 'sub' ? 'answer' : `\`\`\`repl\n${codes[sandbox.language]}\n\`\`\``;
  const options = { model, sandbox, query: 'q', context, limits: { callTimeoutMs: 3_600_000 } };
  // What a first run loads is no work of the runs.
  await runRlm(options).result;
  const figures = { busy: [], late: [], idle: [], seconds: [] };
  let right = 0;
  for (let round = 0; round < rounds; round++) {
    await control.take();
    const host = watchHost();
    const startedAt = performance.now();
    const runs = Array.from({ length: count }, () => runRlm(options).result);
    const results = await Promise.all(runs);
    figures.seconds.push(+((performance.now() - startedAt) / 1000).toFixed(1));
    const { busyMs, delayMs } = host.take();
    host.stop();
    figures.busy.push(busyMs);
    figures.late.push(delayMs);
    figures.idle.push(await control.take());
    right += results.filter(({ answer }) => answer === '8').length;
    for (const { stop } of results) if (stop !== null) console.error(stop.message);
  }
  await sandbox.close?.();
  rows.push({
    sessions: name,
    right: `${right} of ${count * rounds}`,
    'worst block, ms, median of the rounds': median(figures.busy),
    'of all rounds': Math.max(...figures.busy),
    'timers late, ms, median': median(figures.late),
    'of an idle process': median(figures.idle),
    'all, s': median(figures.seconds),
  });
  console.error(rows.at(-1));
}
control.stop();
console.log(`\n${count} runs at once, ${rounds} times:`);
console.table(rows);
process.exit();
