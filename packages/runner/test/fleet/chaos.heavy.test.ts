import { setTimeout as pause } from 'node:timers/promises';

import { decide } from '@rlm/journal';
import { bullmqQueue, redisStore } from '@rlm/journal/bullmq';
import { quickjs } from '@rlm/sandbox/quickjs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  startCuttingProxy,
  type CuttingProxy,
} from '../../../journal/test/support/cutting-proxy.js';
import {
  noRedis,
  startRedis,
  type RedisServer,
} from '../../../journal/test/support/redis-server.js';
import { runRlm } from '../../src/index.js';
import { letFaultsHappen } from './faults.js';
import { startFleet, type Fleet } from './processes.js';
import { answerOf, limitsOf, optionsOf, seeded, type FleetSpec, type Kind } from './work.js';

const seconds = Number(process.env['RLM_CHAOS_SECONDS'] ?? 180);
const seed = Number(process.env['RLM_CHAOS_SEED'] ?? 1);
/** How many runs are under way at a time, and how long they may take when the faults are over. */
const atOnce = 24;
const settleMs = 180_000;

/** Of ten runs: most ask, two wait for a person (one of whom decides), one has too small a budget. */
const kinds = 'asks asks waits asks tight asks asks waits asks asks'.split(' ') as readonly Kind[];

/** Does what a client does whose server is away: it tries again until that is done. */
async function insist(act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await act();
      return;
    } catch (fault) {
      // An attempt whose reply was lost has done it.
      if (/already exists|does not wait for/.test(String(fault))) return;
      await pause(300);
    }
  }
}

const note = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;
describe.skipIf(noRedis !== undefined)(`a fleet over Redis under faults${note}`, () => {
  let server: RedisServer;
  let proxy: CuttingProxy;
  let fleet: Fleet;
  let redis: Redis;
  let store: ReturnType<typeof redisStore>;
  beforeAll(async () => {
    server = await startRedis();
    proxy = await startCuttingProxy(server.connection.port);
    redis = new Redis({ ...server.connection, maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    store = redisStore({ connection: server.connection, waitMs: 60_000 });
    fleet = await startFleet(proxy.connection.port, 4);
  });
  afterAll(async () => {
    await fleet.stop();
    await store.close();
    redis.disconnect();
    await proxy.close();
    await server.stop();
  });

  it(
    `strands no run in ${seconds} s (seed ${seed})`,
    { timeout: seconds * 1_000 + settleMs + 300_000 },
    async () => {
      const random = seeded(seed);
      const specs = new Map<string, FleetSpec>();
      const decided = new Set<string>();
      const queue = await bullmqQueue({ connection: server.connection, store, retryMs: 250 });

      const add = async (kind: Kind): Promise<void> => {
        const runId = `run-${specs.size}`;
        const spec = { kind, name: `n${specs.size}` };
        specs.set(runId, spec);
        await insist(async () => (await store.create({ runId, spec })).close());
        await insist(() => queue.add(runId));
      };
      const readStatuses = async (): Promise<ReadonlyMap<string, string>> => {
        const found = new Map<string, string>();
        for await (const { runId, status } of store.list()) found.set(runId, status);
        return found;
      };
      /** Lets every second person decide. */
      const decideSome = async (statuses: ReadonlyMap<string, string>): Promise<void> => {
        for (const [runId, status] of statuses) {
          const isFirstOfTwo = Number(runId.slice(4)) % 10 === 2;
          if (status !== 'suspended' || decided.has(runId) || !isFirstOfTwo) continue;
          decided.add(runId);
          await insist(async () => {
            for await (const line of store.read(runId)) {
              const { t, key } = line as unknown as { readonly t: string; readonly key: string };
              if (t === 'wait') await decide(store, runId, { key, value: true });
            }
          });
          await insist(() => queue.add(runId));
        }
      };
      const underWay = (statuses: ReadonlyMap<string, string>): readonly string[] =>
        [...specs.keys()].filter((runId) => {
          const status = statuses.get(runId) ?? 'open';
          return status !== 'ended' && (status !== 'suspended' || decided.has(runId));
        });

      for (let broken = 0; broken < 3; broken += 1) await add('broken');
      const end = performance.now() + seconds * 1_000;
      const isOver = (): boolean => performance.now() >= end;
      const limitMemory = (bytes: 0 | 1): Promise<unknown> =>
        redis.config('SET', 'maxmemory', String(bytes));
      const happening = letFaultsHappen({ fleet, server, proxy, limitMemory, random }, isOver);
      while (!isOver()) {
        const statuses = await readStatuses().catch(() => new Map<string, string>());
        if (statuses.size > 0) {
          await decideSome(statuses);
          const free = Math.min(atOnce - underWay(statuses).length, 6);
          for (let each = 0; each < free; each += 1) {
            await add(kinds[specs.size % kinds.length] ?? 'asks');
          }
        }
        await pause(500);
      }
      const faults = await happening;

      // The faults are over: each run ends, sleeps, or is listed as failed.
      const calmAt = performance.now();
      let statuses = await readStatuses();
      let failed: ReadonlyMap<string, string> = new Map();
      while (performance.now() < calmAt + settleMs) {
        await decideSome(statuses);
        statuses = await readStatuses();
        failed = new Map((await queue.failed()).map(({ runId, reason }) => [runId, reason]));
        if (!underWay(statuses).some((runId) => !failed.has(runId))) break;
        await pause(500);
      }
      const settleSeconds = Math.round((performance.now() - calmAt) / 1_000);
      await queue.close();
      await fleet.stop();

      const table = { right: 0, wrong: 0, asleep: 0, failed: 0, stranded: 0, overBudget: 0 };
      const faulty: string[] = [];
      const count = (what: keyof typeof table, problem?: string): void => {
        table[what] += 1;
        if (problem !== undefined) faulty.push(problem);
      };
      const sandbox = quickjs();
      for (const [runId, spec] of specs) {
        const run = `${runId} (${spec.kind})`;
        const { usage, finishReason } = await endOf(runId);
        const { maxCalls, maxTokens } = limitsOf(spec.kind);
        const { calls = 0, inputTokens = 0, outputTokens = 0 } = usage;
        if (calls > maxCalls || inputTokens + outputTokens > maxTokens)
          count('overBudget', `${run} has spent ${JSON.stringify(usage)}`);
        const status = statuses.get(runId);
        const reason = failed.get(runId);
        if (reason !== undefined) {
          count('failed', spec.kind === 'broken' ? undefined : `${run} failed: ${reason}`);
        } else if (status === 'suspended' && !decided.has(runId)) count('asleep');
        else if (status !== 'ended') count('stranded', `${run} is ${status ?? 'gone'}`);
        else {
          // Its replay gives its answer again, and asks nobody.
          const journal = await store.open(runId, { readOnly: true });
          const { answer } = await runRlm({ ...optionsOf(spec), sandbox, journal }).result;
          const isRight =
            spec.kind === 'tight' ? finishReason !== 'final' : answer === answerOf(spec);
          if (isRight) count('right');
          else count('wrong', `${run} ended with ${finishReason}: ${JSON.stringify(answer)}`);
        }
      }
      console.table([{ runs: specs.size, ...table, seconds, settleSeconds, seed }]);
      console.table([{ ...faults, 'replies cut': proxy.cuts, 'processes started': fleet.starts }]);
      for (const each of faulty) console.log(each);

      expect(faulty.filter((each) => !each.includes(' failed: '))).toEqual([]);
      expect(table).toMatchObject({ wrong: 0, stranded: 0, overBudget: 0 });
      expect([...failed].filter(([, reason]) => reason === '')).toEqual([]);
      const broken = [...failed].filter(([runId]) => specs.get(runId)?.kind === 'broken');
      expect(broken).toHaveLength(3);
      // The reason is that of the last attempt, which a full Redis may have ended before the program could throw.
      expect(broken.filter(([, reason]) => !/ is broken$|Redis|OOM/.test(reason))).toEqual([]);
      expect(Math.min(table.right, table.asleep)).toBeGreaterThan(0);
    },
  );

  /** How a run ended, by its journal. */
  const endOf = async (
    runId: string,
  ): Promise<{
    readonly usage: Readonly<Record<string, number>>;
    readonly finishReason: string;
  }> => {
    let end = { usage: {}, finishReason: 'none' };
    for await (const line of store.read(runId)) {
      const each = line as unknown as typeof end & { readonly t: string };
      if (each.t === 'end') end = each;
    }
    return end;
  };
});
