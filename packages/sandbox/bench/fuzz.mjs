// Feeds random and mutated cells, values and frames to backends for a bounded time; exits 1 when it finds something.
// node bench/fuzz.mjs [backend | all] [seconds = 600] [seed] [kind] [number]
// The seconds are shared by the backends. With a kind (cells, values, frames) and a number one attempt is made again.
import * as suite from '@rlm/sandbox/conformance';

import { runFuzz } from './fuzz/campaign.mjs';

const [name = 'all', seconds = '600', seed = String(Date.now()), kind, number] =
  process.argv.slice(2);
const names = name === 'all' ? ['quickjs', 'pyodide', 'monty', 'cpython'] : [name];
const backends = [];
for (const each of names) {
  const { [each]: create } = await import(`@rlm/sandbox/${each}`);
  const probe = await create().probe();
  if (probe.ok) backends.push(create());
  else console.log(`${each}: left out (${probe.reason})`);
}
process.on('unhandledRejection', (error) => {
  console.log(`UNHANDLED REJECTION (seed ${seed}): ${error?.stack ?? error}`);
  process.exitCode = 1;
});

for (const backend of backends) {
  const startedAt = performance.now();
  const { counts, problems, longestDelay } = await runFuzz({
    backend,
    suite,
    seed,
    seconds: Number(seconds) / backends.length,
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(number === undefined ? {} : { first: Number(number), attempts: 1 }),
    onProblem: ({ kind, number, reason, smallest }) => {
      console.log(`\nPROBLEM ${backend.name} seed ${seed} ${kind} ${number}: ${reason}`);
      console.log(`again: node bench/fuzz.mjs ${backend.name} 600 ${seed} ${kind} ${number}`);
      console.log(`smallest:\n${smallest}\n`);
    },
  });
  const took = Math.round((performance.now() - startedAt) / 1000);
  const rssMb = Math.round(process.memoryUsage().rss / 1e6);
  console.log(backend.name, { seed, took, counts, problems: problems.length, longestDelay, rssMb });
  if (problems.length > 0) process.exitCode = 1;
}
process.exit();
