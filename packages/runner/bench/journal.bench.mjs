// What a journal costs: runs of sub-queries with one in a file beside runs without, and what a replay gives a second. The medians of
// rounds in turns; models answer at once.
//
//   node bench/journal.bench.mjs [--rounds 9] [--queries 400]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { memoryStore } from '@rlm/journal';
import { jsonlStore } from '@rlm/journal/jsonl';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { option, quantile } from './options.mjs';

const rounds = Number(option('rounds', 9));
const queries = Number(option('queries', 400));
const folder = await mkdtemp(join(tmpdir(), 'rlm-journal-bench-'));

// One after another: each waits for its line. Eight at a time: lines go out together.
const shapes = {
  'one by one': `for (let i = 0; i < ${queries}; i += 1) await llm_query('question ' + i);`,
  '8 at once': `let next = 0;
const work = async () => { while (next < ${queries}) await llm_query('question ' + next++); };
await Promise.all(Array.from({ length: 8 }, work));`,
};

async function timed(code, journal) {
  const root = '```js\n' + code + '\nFINAL(1)\n```';
  const model = ({ purpose }) => (purpose === 'root' ? root : 'an answer');
  const options = { model, sandbox: quickjs({ process: 'none' }), query: 'q' };
  const startedAt = performance.now();
  const { answer, stop } = await runRlm(journal === undefined ? options : { ...options, journal })
    .result;
  if (answer !== '1') throw new Error(stop?.message);
  return performance.now() - startedAt;
}

let runs = 0;
const journals = {
  none: () => undefined,
  'memoryStore()': () => memoryStore().create(),
  'jsonlStore, sync: false': () => jsonlStore({ folder, sync: false }).create(),
  jsonlStore: () => jsonlStore({ folder }).create(),
};

const rows = [];
for (const [shape, code] of Object.entries(shapes)) {
  const times = Object.fromEntries(Object.keys(journals).map((name) => [name, []]));
  const replays = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, make] of Object.entries(journals)) {
      const ms = await timed(code, await make());
      if (round >= 0) times[name].push(ms);
    }
    const store = jsonlStore({ folder, sync: false });
    const runId = `replayed-${(runs += 1)}`;
    await timed(code, await store.create({ runId }));
    const ms = await timed(code, await store.open(runId));
    if (round >= 0) replays.push(ms);
  }
  const bare = quantile(times.none, 0.5);
  for (const name of Object.keys(journals)) {
    const ms = quantile(times[name], 0.5);
    rows.push({
      shape,
      journal: name,
      'ms a run': +ms.toFixed(0),
      'more, ms an effect': +((ms - bare) / queries).toFixed(3),
    });
  }
  const ms = quantile(replays, 0.5);
  rows.push({
    shape,
    journal: 'replayed',
    'ms a run': +ms.toFixed(0),
    'effects a second': Math.round((queries * 1000) / ms),
  });
}
console.log(`\n${queries} sub-queries a run, median of ${rounds}:`);
console.table(rows);
await rm(folder, { recursive: true, force: true });
