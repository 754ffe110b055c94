// Abort at random points of a run: the time from abort() to the run's result, when its session is closed and its guest has stopped.
//
//   node bench/abort.bench.mjs [--sandbox quickjs|pyodide|cpython] [--rounds 40] [--seed 1]
import { runRlm } from '@rlm/runner';
import { cpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { option, quantile } from './options.mjs';

const backends = { quickjs, pyodide, cpython };
const cells = {
  javascript: [
    'const answers = await llm_query_batched(["a", "b", "c"]); print(answers.length)',
    'const deeper = await rlm_query("deeper", { context: "c" }); print(deeper)',
    'while (true) { try { for (;;); } catch {} }',
  ],
  python: [
    'answers = llm_query_batched(["a", "b", "c"])\nprint(len(answers))',
    'deeper = rlm_query("deeper", context="c")\nprint(deeper)',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
  ],
};
const leaf = { javascript: 'FINAL(await llm_query("d"))', python: 'FINAL(llm_query("d"))' };
const block = (code) => `\`\`\`repl\n${code}\n\`\`\``;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let state = Number(option('seed', 1));
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** Wraps a backend to note when the last of its sessions has stopped. */
function watched(backend) {
  const watch = { open: 0, stoppedAt: 0 };
  const open = async (options) => {
    watch.open += 1;
    const done = () => {
      watch.open -= 1;
      watch.stoppedAt = performance.now();
    };
    const session = await backend.open(options).catch((error) => {
      done();
      throw error;
    });
    const close = session.close.bind(session);
    let closing;
    session.close = () => (closing ??= close().finally(done));
    return session;
  };
  return { backend: { ...backend, open }, watch };
}

/** One run, aborted after `afterMs`; what it was doing then, and how long it took to end. */
async function abortAfter(sandbox, afterMs) {
  const { backend, watch } = watched(sandbox);
  const replies = cells[sandbox.language].map(block);
  let doing = 'start';
  const run = runRlm({
    model: [
      async () => (await sleep(5), replies.shift()),
      async () => (await sleep(5), block(leaf[sandbox.language])),
    ],
    subModel: async () => (await sleep(20), 'sub'),
    sandbox: backend,
    query: 'q',
    context: 'text',
  });
  const watching = (async () => {
    for await (const { type, depth } of run) doing = `${type} @${depth}`;
  })();
  await sleep(afterMs);
  const last = doing;
  const late = lateness();
  const from = performance.now();
  run.abort();
  const { finishReason } = await run.result;
  const resultMs = performance.now() - from;
  await watching;
  while (watch.open > 0) await sleep(1);
  const stopMs = Math.max(resultMs, watch.stoppedAt - from);
  return { doing: last, finishReason, resultMs, stopMs, lateMs: late() };
}

/** How late this process's own timers are meanwhile: what the machine adds. */
function lateness() {
  let worst = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - 2);
    last = now;
  }, 2);
  return () => (clearInterval(timer), Math.round(worst));
}

const only = option('sandbox');
const rounds = Number(option('rounds', 40));
const rows = [];
for (const [name, make] of Object.entries(backends)) {
  if (only !== undefined && only !== name) continue;
  const sandbox = make();
  const probe = await sandbox.probe();
  if (!probe.ok) {
    console.log(`${name} skipped: ${probe.reason}`);
    continue;
  }
  // How long a run takes until its endless loop, so that half of the points lie before it.
  const from = performance.now();
  await abortAfter(sandbox, 60_000 / rounds);
  const warm = performance.now() - from;
  const results = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push(await abortAfter(sandbox, random() * Math.min(warm, 1_500)));
  }
  const worst = results.reduce((one, other) => (one.resultMs > other.resultMs ? one : other));
  const times = results.map(({ resultMs }) => resultMs);
  const stops = results.map(({ stopMs }) => stopMs);
  rows.push({
    sandbox: name,
    rounds,
    aborted: results.filter(({ finishReason }) => finishReason === 'aborted').length,
    'p50 ms': +quantile(times, 0.5).toFixed(1),
    'p99 ms': +quantile(times, 0.99).toFixed(1),
    'max ms': +worst.resultMs.toFixed(1),
    'worst during': worst.doing,
    'timers late ms': worst.lateMs,
    'sessions gone, p50 ms': +quantile(stops, 0.5).toFixed(1),
    'sessions gone, max ms': +Math.max(...stops).toFixed(1),
  });
  const slow = results.filter(({ resultMs }) => resultMs > 100);
  for (const { doing, resultMs, lateMs } of slow.slice(0, 8)) {
    console.log(`${name}: ${resultMs.toFixed(1)} ms during ${doing}, timers ${lateMs} ms late`);
  }
}
console.table(rows);
process.exit();
