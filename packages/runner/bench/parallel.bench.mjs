// The longest piece of work of the host's thread, by its processor time, while 200 runs are under way at once: each asks eight
// sub-queries at the same time. Scripted and QuickJS sessions without a bound, and each backend through a pool of eight.
//
//   node bench/parallel.bench.mjs [--runs 200] [--only quickjs]
import { watchHost } from '@rlm/config/promise';
import { runRlm } from '@rlm/runner';
import { createSandboxPool } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { monty } from '@rlm/sandbox/monty';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted } from '@rlm/sandbox/scripted';

import { option } from './options.mjs';

const count = Number(option('runs', 200));
const only = option('only', '');
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
  'monty, pool of 8': () => pooled(monty()),
  'cpython, pool of 8': () => pooled(cpython()),
};

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
  const host = watchHost();
  const startedAt = performance.now();
  const runs = Array.from({ length: count }, () => runRlm(options).result);
  const results = await Promise.all(runs);
  const wall = performance.now() - startedAt;
  const { busyMs, delayMs } = host.take();
  host.stop();
  const right = results.filter(({ answer }) => answer === '8').length;
  rows.push({
    sessions: name,
    right,
    'worst block, ms': busyMs,
    'timers late, ms': delayMs,
    'all, s': +(wall / 1000).toFixed(1),
  });
  console.error(rows.at(-1));
}
console.log(`\n${count} runs at once:`);
console.table(rows);
