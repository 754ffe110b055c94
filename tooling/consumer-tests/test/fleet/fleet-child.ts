import { bullmqExecutor, bullmqQueue, bullmqWorker, redisStore } from '@rlm/journal/bullmq';
import { runRlm } from '@rlm/runner';
import { quickjs } from '@rlm/sandbox/quickjs';

import { optionsOf, seeded, subModel, type FleetSpec } from './work.js';

/** A process of the fleet: `node <this> driver|worker <port> <seed>`. */
async function work(role: string, port: number, seed: number): Promise<void> {
  const connection = { host: '127.0.0.1', port };
  const lockMs = 4_000;
  if (role === 'worker') {
    const random = seeded(seed);
    await bullmqWorker({
      connection,
      lockMs,
      models: { sub: (request) => subModel(request, random) },
      lanes: { 'sub-query': 8 },
    });
  } else {
    const store = redisStore({ connection, waitMs: 15_000 });
    const executor = bullmqExecutor({ connection });
    const sandbox = quickjs();
    await bullmqQueue({
      connection,
      store,
      lockMs,
      concurrency: 4,
      retryMs: 250,
      sweepMs: 2_000,
      start(journal, spec) {
        const given = spec as FleetSpec;
        if (given.kind === 'broken') throw new Error(`${given.name} is broken`);
        return runRlm({ ...optionsOf(given), sandbox, executor, journal });
      },
    });
  }
  process.stdout.write('ready\n');
}

const [role = '', port, seed] = process.argv.slice(2);
work(role, Number(port), Number(seed)).catch((fault: unknown) => {
  // Redis is away: whoever started this process starts it again.
  process.stderr.write(`${String(fault)}\n`);
  process.exit(1);
});
