import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';

import { quantile, rowOf } from '../rounds.mjs';

const [runs, turns, modelMs] = [1_000, 20, 50];
const sandbox = scripted(['1\n'], { repeatLast: true });
const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A thousand runs at once, beside as many chains of promises that wait as long; and whether memory stays flat over many more. */
export async function measure() {
  await atOnce(100, ours);
  await atOnce(100, plain);
  /** @type {{ cpu: number[], late: number[], memory: number[], wall: number[] }} */
  const found = { cpu: [], late: [], memory: [], wall: [] };
  for (let round = 0; round < 3; round += 1) {
    const [mine, theirs] = [await atOnce(runs, ours), await atOnce(runs, plain)];
    found.cpu.push(mine.cpuMs / runs);
    found.wall.push(mine.wallMs / theirs.wallMs);
    found.late.push(mine.p95Ms / theirs.p95Ms);
    found.memory.push((mine.grownMb * 1024) / runs);
  }
  const about = `1,000 runs of 20 turns at once, models of ${modelMs} ms`;
  const beside = '1,000 chains of 20 timers';
  return {
    rows: [
      rowOf({ measure: `${about}: all of them`, beside, unit: 'x' }, found.wall),
      rowOf({ measure: `${about}: 95 % of the runs`, beside, unit: 'x' }, found.late),
      rowOf({ measure: `${about}: processor time a run`, beside: '-', unit: 'ms' }, found.cpu),
      rowOf({ measure: `${about}: memory a run`, beside: '-', unit: 'kB' }, found.memory),
      await flat(),
    ],
  };
}

async function ours() {
  let turn = 0;
  const model = async () => {
    await sleep(modelMs);
    return (turn += 1) < turns ? '```repl\nprint(1)\n```' : 'FINAL(done)';
  };
  const { finishReason } = await runRlm({ model, sandbox, query: 'q', context: 'text' }).result;
  if (finishReason !== 'final') throw new Error(finishReason);
}

async function plain() {
  for (let turn = 0; turn < turns; turn += 1) await sleep(modelMs);
}

/** @param {number} count @param {() => Promise<void>} work */
async function atOnce(count, work) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const times = await Promise.all(
    Array.from({ length: count }, async () => {
      await work();
      return performance.now() - startedAt;
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    wallMs: performance.now() - startedAt,
    p95Ms: quantile(times, 0.95),
    cpuMs: (user + system) / 1_000,
    grownMb: Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20,
  };
}

/** What 100,000 runs, one after another in ten rows, leave behind. */
async function flat() {
  const one = async () => {
    const { result } = runRlm({ model: () => 'FINAL(done)', sandbox, query: 'q' });
    await result;
  };
  const many = (/** @type {number} */ count) =>
    Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let run = 0; run < count / 10; run += 1) await one();
      }),
    );
  await many(20_000);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  await many(100_000);
  globalThis.gc?.();
  const left = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  const about = { measure: '100,000 runs after 20,000: heap that is left', beside: '-' };
  return rowOf({ ...about, unit: 'MB', goal: 5 }, [Math.max(0, left)]);
}
