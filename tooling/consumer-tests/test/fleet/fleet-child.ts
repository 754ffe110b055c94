import { bullmqQueue, redisStore } from '@rlm/journal/bullmq';
import type { ModelReply, ModelRequest } from '@rlm/kernel/model';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { answerSub, optionsOf, seeded, type FleetSpec } from './work.js';

/** A process of the fleet: `node <this> <port> <seed>`. */
async function work(port: number, seed: number): Promise<void> {
  const connection = { host: '127.0.0.1', port };
  const store = redisStore({ connection, waitMs: 15_000 });
  const sandbox = quickjs();
  const random = seeded(seed);
  const subModel = (request: ModelRequest): Promise<ModelReply> => answerSub(request, random);
  await bullmqQueue({
    connection,
    store,
    lockMs: 4_000,
    concurrency: 4,
    retryMs: 250,
    sweepMs: 2_000,
    start(journal, spec) {
      const given = spec as FleetSpec;
      if (given.kind === 'broken') throw new Error(`${given.name} is broken`);
      return runRlm({ ...optionsOf(given), subModel, sandbox, journal });
    },
  });
  process.stdout.write('ready\n');
}

const [port, seed] = process.argv.slice(2);
work(Number(port), Number(seed)).catch((fault: unknown) => {
  // Redis is away: whoever started this process starts it again.
  process.stderr.write(`${String(fault)}\n`);
  process.exit(1);
});
