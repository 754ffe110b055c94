// Tasks over 1, 10 and 100 MB of real text with computed answers: steps, prompt, sub-queries, wall, peak memory.
// Each case runs in a process of its own, so that its peak is its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { tasks } from './tasks.mjs';

const at = process.argv.indexOf('--case');
if (at === -1) main();
else await playCase(process.argv[at + 1], Number(process.argv[at + 2]));

function main() {
  const self = fileURLToPath(import.meta.url);
  const rows = [];
  const cases = Object.keys(tasks).flatMap((name) =>
    (name === 'spam count' ? [32] : [1, 10, 100]).map((megabytes) => [name, megabytes]),
  );
  for (const [name, megabytes] of cases) {
    const args = [self, ...process.argv.slice(2), '--case', name, String(megabytes)];
    const { stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = stdout.trim().split('\n').at(-1) ?? '';
    console.log(line);
    if (line.startsWith('{')) rows.push(JSON.parse(line));
  }
  console.table(rows);
}

async function playCase(name, megabytes) {
  const task = tasks[name](megabytes);
  if (task === null) return;
  const base = process.memoryUsage().rss;
  const replies = [...task.replies];
  let promptChars = 0;
  const from = performance.now();
  const run = runRlm({
    model: () => replies.shift() ?? 'FINAL(none)',
    subModel: task.subModel ?? (() => ''),
    sandbox: quickjs(),
    sandboxLimits: { cellMs: 120_000, memoryBytes: 2 ** 30, valueBytes: 2 ** 28 },
    query: name,
    context: task.context,
  });
  for await (const event of run) if (event.type === 'session-open') promptChars = event.promptChars;
  const { answer, finishReason, steps, usage, stop } = await run.result;
  const row = {
    task: name,
    MB: megabytes,
    right: answer === task.gold,
    finishReason,
    steps: steps.length,
    promptChars,
    subQueries: usage.total.subQueries,
    wallMs: Math.round(performance.now() - from),
    peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
    beforeMB: Math.round(base / 2 ** 20),
    ...(stop === null ? {} : { stop: stop.message }),
  };
  console.log(JSON.stringify(row));
  process.exit();
}
