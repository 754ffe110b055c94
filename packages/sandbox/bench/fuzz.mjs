// Feeds random and mutated cells to a backend for a bounded time; fails when a session stops answering.
// node bench/fuzz.mjs [backend = quickjs] [seconds = 600] [seed]
import { createFuzzer } from './fuzz-cells.mjs';

const [name = 'quickjs', seconds = '600', seed = String(Date.now())] = process.argv.slice(2);
const { [name]: create } = await import(`@rlm/sandbox/${name}`);
const backend = create();
const fuzzer = createFuzzer(backend.language, Number(seed));
const functions = { llm_query: async (prompt) => `re:${prompt}`, echo: (value) => value };
const limits = { cellMs: 300, graceMs: 500, memoryBytes: 128 * 1024 * 1024, hostCallMs: 200 };
const endAt = performance.now() + Number(seconds) * 1000;
const outcomes = {};
let session = await backend.open({ functions, limits });
let cells = 0;
while (performance.now() < endAt) {
  const code = fuzzer.next();
  const result = await session.execute(code);
  outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1;
  if ('polluted' in {}) throw new Error(`the host was polluted by ${code}`);
  if (++cells % 50 === 0) {
    await session.close();
    session = await backend.open({ functions, limits });
    const check = await session.execute('print(1 + 1)');
    if (check.stdout !== '2\n') throw new Error(`a new session does not work after ${code}`);
  }
}
await session.close();
console.log({ name, seed, cells, outcomes });
