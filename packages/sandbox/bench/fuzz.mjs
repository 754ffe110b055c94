// Feeds random and mutated cells, values, frames and floods to backends for a bounded time; exits 1 when it finds something.
// node bench/fuzz.mjs [backend | all] [seconds = 600] [seed] [kind] [number]
// The seconds are shared by the backends. The kinds are cells, values, frames and resources; with a kind and a number one
// attempt is made again. Attempts are made in a host of their own: one that ends it is a problem, and the campaign goes on.
import { bundleHost } from '../test/support/bundle-host.mjs';
import { fuzzHostSource, superviseFuzz } from './fuzz/supervise.mjs';

const [name = 'all', seconds = '600', seed = String(Date.now()), kind, number] =
  process.argv.slice(2);
const names = name === 'all' ? ['quickjs', 'pyodide', 'cpython'] : [name];
const host = await bundleHost(fuzzHostSource);
try {
  for (const backend of names) {
    const startedAt = performance.now();
    const { leftOut, counts, worst, once, problems } = await superviseFuzz({
      file: host.file,
      backend,
      seed,
      seconds: Number(seconds) / names.length,
      kinds: kind === undefined ? undefined : [kind],
      first: number === undefined ? undefined : { [kind]: Number(number) },
      attempts: number === undefined ? undefined : 1,
      onProblem: ({ kind, number, reason, smallest }) => {
        console.log(`\nPROBLEM ${backend} seed ${seed} ${kind} ${number}: ${reason}`);
        console.log(`again: node bench/fuzz.mjs ${backend} 600 ${seed} ${kind} ${number}`);
        console.log(`smallest:\n${smallest}\n`);
      },
    });
    if (leftOut !== undefined) console.log(`${backend}: left out (${leftOut})`);
    const took = Math.round((performance.now() - startedAt) / 1000);
    console.log(backend, { seed, took, counts, problems: problems.length });
    console.log('worst:', worst, 'measured once, and not again:', once);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  await host.remove();
}
