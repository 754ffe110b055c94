// Tasks over 1, 10 and 100 MB of real text with computed answers, under the default limits: steps, prompt, sub-queries, wall, peak memory.
// Each case runs in a process of its own, so that its peak is its own. Where the text comes from: see corpus.mjs.
//
//   node bench/long-context.bench.mjs [--data folder] [--sandbox quickjs|pyodide] [--task name] [--mb 1|10|100]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { runRlm } from '@rlm/runner';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { option } from './options.mjs';
import { makeTask, taskNames } from './tasks.mjs';

const backends = { quickjs, pyodide };
const oneCase = option('case');
if (oneCase === undefined) playAll();
else await playCase(oneCase, Number(option('mb')), option('sandbox'));

function playAll() {
  const wanted = { task: option('task'), mb: option('mb'), sandbox: option('sandbox') };
  const cases = Object.keys(backends).flatMap((sandbox) =>
    taskNames.flatMap((task) =>
      (task === 'spam count' ? [32] : [1, 10, 100]).map((mb) => ({ task, mb, sandbox })),
    ),
  );
  const rows = cases
    .filter((each) =>
      Object.entries(wanted).every(
        ([name, value]) => value === undefined || String(each[name]) === value,
      ),
    )
    .map(playInProcess)
    .filter((row) => row !== null);
  console.table(rows);
  if (rows.some(({ right }) => !right)) process.exitCode = 1;
}

function playInProcess({ task, mb, sandbox }) {
  const own = ['--case', task, '--mb', String(mb), '--sandbox', sandbox];
  const args = [fileURLToPath(import.meta.url), ...own];
  const data = option('data');
  const { stdout } = spawnSync(
    process.execPath,
    data === undefined ? args : [...args, '--data', data],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = stdout.trim().split('\n').at(-1) ?? '';
  console.log(line);
  return line.startsWith('{') ? JSON.parse(line) : null;
}

async function playCase(name, megabytes, sandboxName) {
  const sandbox = backends[sandboxName]();
  const task = makeTask(name, megabytes, sandbox.language);
  if (task === null) return;
  const before = process.memoryUsage().rss;
  const replies = [...task.replies];
  let promptChars = 0;
  const from = performance.now();
  const run = runRlm({
    model: () => replies.shift() ?? 'FINAL(none)',
    subModel: task.subModel ?? (() => ''),
    sandbox,
    query: name,
    context: task.context,
  });
  for await (const event of run) if (event.type === 'session-open') promptChars = event.promptChars;
  const { answer, finishReason, steps, usage, stop } = await run.result;
  const cpu = process.cpuUsage();
  const row = {
    sandbox: sandboxName,
    task: name,
    mb: megabytes,
    right: answer === task.gold,
    finishReason,
    steps: steps.length,
    promptChars,
    subQueries: usage.total.subQueries,
    wallMs: Math.round(performance.now() - from),
    cpuMs: Math.round((cpu.user + cpu.system) / 1000),
    peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
    beforeMB: Math.round(before / 2 ** 20),
    ...(answer === task.gold ? {} : { stop: stop?.message, last: [...steps].at(-1)?.output }),
  };
  console.log(JSON.stringify(row));
  process.exit();
}
