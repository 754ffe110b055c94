// Opens, uses and closes many sessions in a row, then 32 at once, eight times; fails when memory, handles or threads grow.
// node bench/soak.mjs [backend = quickjs] [sessions = 2000]
import { readFileSync } from 'node:fs';

const [name = 'quickjs', count = '2000'] = process.argv.slice(2);
const { [name]: create } = await import(`@rlm/sandbox/${name}`);
const backend = create();
const functions = { llm_query: async (prompt) => `re:${prompt}` };
const cell = {
  python: 'x = llm_query("q")\nprint(x)',
  javascript: 'const x = await llm_query("q"); print(x)',
}[backend.language];

async function use() {
  const session = await backend.open({ functions });
  const result = await session.execute(cell);
  if (result.stdout !== 're:q\n') throw new Error(JSON.stringify(result));
  await session.close();
}

const threads = () => {
  try {
    return Number(/Threads:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return 0;
  }
};
const look = () => {
  globalThis.gc?.();
  return {
    rssMb: Math.round(process.memoryUsage().rss / 1e6),
    heapMb: Math.round(process.memoryUsage().heapUsed / 1e6),
    handles: process.getActiveResourcesInfo().length,
    threads: threads(),
  };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 500));

const sessions = Number(count);
for (let index = 0; index < Math.min(20, sessions); index++) await use();
const before = look();
const startedAt = performance.now();
for (let index = 0; index < sessions; index++) await use();
await settle();
const after = look();
// The allocator keeps the memory of the first bursts for the next ones: it must not want more and more.
const bursts = [];
for (let round = 0; round < 8; round++) {
  await Promise.all(Array.from({ length: 32 }, use));
  await settle();
  bursts.push(look());
}
const seconds = (performance.now() - startedAt) / 1000;
const rss = bursts.map(({ rssMb }) => rssMb);
console.log({ name, sessions, seconds, before, after, afterBurstsOf32: bursts.at(-1), rss });
const isGrown =
  after.rssMb > before.rssMb * 1.3 + 100 ||
  rss[7] > rss[3] * 1.2 + 50 ||
  [after, bursts.at(-1)].some(
    ({ handles, threads }) => handles > before.handles + 2 || threads > before.threads + 2,
  );
process.exit(isGrown ? 1 : 0);
