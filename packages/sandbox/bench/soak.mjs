// Opens, uses and closes many sessions in a row, then many at once; fails when memory, handles or threads grow.
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

const sessions = Number(count);
for (let index = 0; index < Math.min(20, sessions); index++) await use();
const before = look();
const startedAt = performance.now();
for (let index = 0; index < sessions; index++) await use();
for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 32 }, use));
await new Promise((resolve) => setTimeout(resolve, 500));
const after = look();
console.log({ name, sessions, seconds: (performance.now() - startedAt) / 1000, before, after });
const isGrown =
  after.rssMb > before.rssMb * 1.5 + 200 ||
  after.handles > before.handles + 2 ||
  after.threads > before.threads + 2;
process.exit(isGrown ? 1 : 0);
