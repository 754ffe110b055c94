import { providerOf } from '@rlm/kernel/internal';
import type { ModelLike } from '@rlm/kernel/model';
import { anything, callable, recordOf, refuseOption } from '@rlm/repl-types/internal';
import { checkOptions, fields, required, wholeNumber } from '@rlm/repl-types/options';

import {
  connect,
  connectionRule,
  defaultPrefix,
  optionsOf,
  prefixRule,
  type RedisConnection,
} from './connection.js';
import { diagnosing, hearRedis, type OnDiagnostic } from './diagnostic.js';
import { queueOf, type RemoteJob } from './job.js';
import { loadBullmq } from './load-peers.js';
import { requireRedis } from './reach.js';
import { RedisKeys } from './redis-keys.js';
import { RemoteCalls } from './remote-calls.js';

/** The options of {@link bullmqWorker}. */
export interface BullmqWorkerOptions {
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
  /**
   * How long a sub-query goes back to the queue if no worker that takes it has its model, in milliseconds; after that it fails.
   * Default 60,000.
   */
  readonly missingModelMs?: number;
  /** Called when a connection is lost, and once for each model that this worker is asked for and does not have. Default: ignored. */
  readonly onDiagnostic?: OnDiagnostic;
}

/** A worker under way. */
export interface StartedWorker {
  /** Takes no more effects, and resolves when those under way have ended. */
  close(): Promise<void>;
}

/**
 * Carries out the effects of {@link bullmqExecutor} in this process. Resolves when the worker is ready; the process
 * lives until the worker is closed. Rejects with `store_unavailable` if Redis does not answer within two seconds,
 * refuses the password, or is a cluster.
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
      missingModelMs: wholeNumber(),
      onDiagnostic: callable,
    }),
    refuseOption,
  );
  const { connection, prefix = defaultPrefix, models, lockMs = 30_000 } = options;
  const { missingModelMs = 60_000 } = options;
  const providers = Object.entries(models).map(
    ([name, model]) => [name, providerOf(model)] as const,
  );
  const { Worker, DelayedError } = await loadBullmq();
  await requireRedis(connection);
  const diagnose = diagnosing(options.onDiagnostic);
  const hear = hearRedis(connection, diagnose);
  const [redis, listener] = [await connect(connection, null), await connect(connection, null)];
  const missing = new Set<string>();
  const tellMissing = (model: string): void => {
    if (missing.has(model) || missing.size >= maxMissing) return;
    missing.add(model);
    const message = `This worker has no model "${model}": its sub-queries go back to the queue for another worker`;
    diagnose({ code: 'model_missing', message });
  };
  const calls = new RemoteCalls(new Map(providers), redis, new RedisKeys(prefix));
  await calls.listen(listener);
  const lanes = Object.entries(options.lanes ?? { 'sub-query': 8 });
  const workers = lanes.map(([lane, concurrency]) => {
    const worker = new Worker(
      queueOf(prefix, lane),
      async (job, token) => {
        if (calls.has(job) || Date.now() - job.timestamp >= missingModelMs) {
          return calls.carryOut(job);
        }
        tellMissing((job.data as RemoteJob).model);
        await job.moveToDelayed(Date.now() + handBackMs, token);
        throw new DelayedError();
      },
      {
        connection: optionsOf(connection),
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs / 2,
        maxStalledCount: maxStalls,
      },
    );
    worker.on('error', hear);
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

/** How long a job is left alone that this worker cannot do, in milliseconds. */
const handBackMs = 250;

/** How many missing models are reported. */
const maxMissing = 100;

/** How many workers may die over one job before it fails. */
const maxStalls = 3;
