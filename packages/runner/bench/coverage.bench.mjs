// What keeping account of what was read (`coverage: true`) costs: runs over 10 MB with it and without it in turn, and how that grows with the
// size of the context. CPU time of the process, in which the REPL is too; the thread's longest piece is measured beside the account alone.
//
//   node --expose-gc bench/coverage.bench.mjs [--rounds 7] [--mb 10] [--reply 500]
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { option, quantile } from './options.mjs';

/** How long a model takes to reply: few are as fast. */
const replyMs = Number(option('reply', 500));
const rounds = Number(option('rounds', 7));
const megabytes = Number(option('mb', 10));

/** Made-up prose of so many megabytes: common words, rarer ones, lines. */
function proseOf(size) {
  let state = 7;
  const below = (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * end);
  };
  const common = Array.from({ length: 3000 }, () => below(60_466_176).toString(36));
  const parts = [];
  for (let length = 0; length < size * 1e6; length += parts.at(-1).length) {
    const word = below(5) === 0 ? below(1e7).toString(36) : common[below(below(3000) + 1)];
    parts.push(word + (below(12) === 0 ? '.\n' : ' '));
  }
  return parts.join('').slice(0, size * 1e6);
}

const recordsOf = (text) =>
  Array.from({ length: Math.floor(text.length / 500) }, (_, id) => ({
    id,
    user: text.slice(id * 500, id * 500 + 12),
    note: text.slice(id * 500 + 12, id * 500 + 480),
  }));

const block = (code) => `\`\`\`repl\n${code}\n\`\`\``;
const batch = (all) =>
  block(
    `const parts = []; for (let at = 0; at < context.length; at += 200_000) parts.push("Sum this up:\\n" + context.slice(at, at + 200_000)); await llm_query_batched(${all ? 'parts' : 'parts.slice(0, 5)'}); print("done")`,
  );

const tasks = {
  'a look and a search': (text) => ({
    context: text,
    replies: [
      block('print(context.slice(0, 5000))'),
      block(
        'print(context.split("\\n").filter((line) => line.includes("zz")).slice(0, 100).join("\\n"))',
      ),
      'FINAL(1)',
    ],
  }),
  'a tenth of it to sub-models': (text) => ({ context: text, replies: [batch(false), 'FINAL(1)'] }),
  'all of it to sub-models': (text) => ({ context: text, replies: [batch(true), 'FINAL(1)'] }),
  'records, a part of them to sub-models': (text) => ({
    context: recordsOf(text),
    replies: [
      block('print(JSON.stringify(context.slice(0, 20)))'),
      block(
        'for (let at = 0; at < 2000; at += 400) await llm_query("Read: " + JSON.stringify(context.slice(at, at + 400)))',
      ),
      'FINAL(1)',
    ],
  }),
};

async function play({ context, replies }, coverage) {
  const left = [...replies];
  const cpuBefore = process.cpuUsage();
  const from = performance.now();
  const result = await runRlm({
    model: async () => (await sleep(replyMs), left.shift() ?? 'FINAL(none)'),
    subModel: async () => (await sleep(replyMs), 'It says much.'),
    sandbox: quickjs({ process: 'none' }),
    query: 'What does all of it say?',
    context,
    coverage,
  }).result;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (result.answer !== '1') throw new Error(result.stop?.message);
  return {
    cpu: (user + system) / 1000,
    wall: performance.now() - from,
    fraction: result.coverage?.fraction,
  };
}

const text = proseOf(megabytes);
const rows = [];
for (const [task, make] of Object.entries(tasks)) {
  const given = make(text);
  const measured = { with: [], without: [] };
  let fraction;
  for (let round = -1; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const played = await play(given, side === 'with');
      fraction ??= played.fraction;
      if (round >= 0) measured[side].push(played);
    }
  }
  const median = (side, what) =>
    quantile(
      measured[side].map((each) => each[what]),
      0.5,
    );
  const [on, off] = [median('with', 'cpu'), median('without', 'cpu')];
  rows.push({
    task,
    read: fraction?.toFixed(3),
    'CPU without, ms': Math.round(off),
    'CPU with, ms': Math.round(on),
    'wall without, ms': Math.round(median('without', 'wall')),
    'wall with, ms': Math.round(median('with', 'wall')),
    'more wall, %': ((median('with', 'wall') / median('without', 'wall') - 1) * 100).toFixed(1),
  });
}
console.table(rows);

// The account's own growth: the same reads over a context of half and of twice the size, without a session's cost (`scripted`).
const { scripted } = await import('@rlm/sandbox/scripted');
const long = proseOf(megabytes * 2);
const growth = [];
for (const size of [megabytes / 2, megabytes, megabytes * 2]) {
  const context = long.slice(0, size * 1e6);
  const prompts = [];
  for (let at = 0; at < context.length; at += 200_000)
    prompts.push(context.slice(at, at + 200_000));
  const times = [];
  const longest = { with: 0, without: 0 };
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    globalThis.gc?.();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const took = async (coverage) => {
      const before = process.cpuUsage();
      const heap = process.memoryUsage();
      delay.reset();
      delay.enable();
      const replies = [block('read'), 'FINAL(1)'];
      const sandbox = scripted([
        async (_, guest) => {
          for (const prompt of prompts) await guest.call('llm_query', prompt);
          guest.print('done');
        },
      ]);
      await runRlm({
        model: () => replies.shift(),
        subModel: () => 'Yes.',
        sandbox,
        query: 'All?',
        context,
        coverage,
      }).result;
      delay.disable();
      longest[coverage ? 'with' : 'without'] = Math.max(
        longest[coverage ? 'with' : 'without'],
        delay.max / 1e6,
      );
      const { user, system } = process.cpuUsage(before);
      if (coverage) bytes = Math.max(bytes, process.memoryUsage().arrayBuffers - heap.arrayBuffers);
      return (user + system) / 1000;
    };
    const without = await took(false);
    times.push((await took(true)) - without);
  }
  growth.push({
    MB: size,
    'more CPU, ms': Math.round(quantile(times, 0.5)),
    'longest piece of the thread without, ms': Math.round(longest.without),
    'with, ms': Math.round(longest.with),
    'index and marks, MB': (bytes / 1e6).toFixed(1),
  });
}
console.table(growth);
