import { providerOf, refuseOption } from '@rlm/penguin-engine/internal';
import type { ModelLike } from '@rlm/penguin-engine/model';
import { anything, recordOf } from '@rlm/repl-types/internal';
import { checkOptions, fields, required, wholeNumber } from '@rlm/repl-types/options';

import {
  connect,
  connectionRule,
  defaultPrefix,
  optionsOf,
  prefixRule,
  type RedisConnection,
} from './connection.js';
import { queueOf } from './job.js';
import { loadBullmq } from './load-peers.js';
import { RedisKeys } from './redis-keys.js';
import { RemoteCalls } from './remote-calls.js';

/** What {@link bullmqWorker} carries out. */
interface BullmqWorkerOptions {
  readonly connection: RedisConnection;
  /** The same as the executors'. Default `rlm`. */
  readonly prefix?: string;
  /**
   * The models by the names under which runs ask for them: those of their option `models`; `sub` for the sub-model at any depth,
   * `sub@1` for that at depth 1.
   */
  readonly models: Readonly<Record<string, ModelLike>>;
  /** How many effects of each lane at a time; other lanes are left to other workers. Default `{ 'sub-query': 8 }`. */
  readonly lanes?: Readonly<Record<string, number>>;
  /** How long a job of a worker that is gone stays with it, in milliseconds. Default 30,000. */
  readonly lockMs?: number;
}

/** A worker under way. */
interface StartedWorker {
  /** Takes no more effects, and resolves when those under way have ended. */
  close(): Promise<void>;
}

/**
 * Carries out what {@link bullmqExecutor} asks for, in this process. Resolves when the worker is there; the process lives until
 * it is closed.
 *
 * @example
 * const worker = await bullmqWorker({ connection, models: { sub: model } });
 */
export async function bullmqWorker(options: BullmqWorkerOptions): Promise<StartedWorker> {
  checkOptions(
    options,
    fields<BullmqWorkerOptions>({
      connection: required(connectionRule),
      prefix: prefixRule,
      models: required(recordOf(anything)),
      lanes: recordOf(wholeNumber(1)),
      lockMs: wholeNumber(100),
    }),
    refuseOption,
  );
  const { connection, prefix = defaultPrefix, models, lockMs = 30_000 } = options;
  const providers = Object.entries(models).map(
    ([name, model]) => [name, providerOf(model)] as const,
  );
  const { Worker, UnrecoverableError } = await loadBullmq();
  const [redis, listener] = [await connect(connection, null), await connect(connection, null)];
  const calls = new RemoteCalls(new Map(providers), redis, new RedisKeys(prefix));
  await calls.listen(listener);
  const lanes = Object.entries(options.lanes ?? { 'sub-query': 8 });
  const workers = lanes.map(([lane, concurrency]) => {
    const worker = new Worker(
      queueOf(prefix, lane),
      (job) => calls.carryOut(job, (text) => new UnrecoverableError(text)),
      {
        connection: optionsOf(connection),
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs / 2,
        maxStalledCount: mostStalls,
      },
    );
    worker.on('error', () => undefined);
    return worker;
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      redis.disconnect();
      listener.disconnect();
    },
  };
}

/** How many workers may die over one job before it fails. */
const mostStalls = 3;
