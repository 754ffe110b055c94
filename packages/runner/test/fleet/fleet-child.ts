/** A process of the fleet: `node <this> <port> <seed>`. If Redis is away it ends, and is started again. */
import { bullmqQueue, redisStore } from '@rlm/journal/bullmq';
import { quickjs } from '@rlm/sandbox/quickjs';

import { runRlm } from '../../src/index.js';
import { answerSub, optionsOf, seeded, type FleetSpec } from './work.js';

const [port, seed] = process.argv.slice(2);
const connection = { host: '127.0.0.1', port: Number(port) };
const store = redisStore({ connection, waitMs: 15_000 });
const sandbox = quickjs();
const random = seeded(Number(seed));

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
    const subModel = (request: Parameters<typeof answerSub>[0]) => answerSub(request, random);
    return runRlm({ ...optionsOf(given), subModel, sandbox, journal });
  },
});
