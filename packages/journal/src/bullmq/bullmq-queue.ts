import type { Job } from 'bullmq';

import { checkOption, messageOf, refuseOption } from '@rlm/repl-types/internal';
import { checkOptions, required } from '@rlm/repl-types/options';

import { runIdRule } from '../store/run-id.js';
import { connect, defaultPrefix, optionsOf } from './connection.js';
import { diagnosing, hearRedis } from './diagnostic.js';
import { loadBullmq } from './load-peers.js';
import { QueuedRuns, type FailedRun } from './queue/queued-runs.js';
import { queueRules, type BullmqQueueOptions } from './queue/queue-options.js';
import { isForGood, workOn, type StartRun } from './queue/run-work.js';
import { requireRedis, withinAnswerTime } from './reach.js';
import { RedisKeys } from './redis-keys.js';

/** A queue under way. */
export interface StartedQueue {
  /**
   * Adds a run that the store has: a new one, one that goes on, or one of `failed()`. One that is in the queue already is not added
   * twice. `store_unavailable` if Redis does not take it within two seconds.
   */
  add(runId: string): Promise<void>;
  /** The runs whose attempts have all failed, with the reason: the last 10,000. `add` sends one again. */
  failed(): Promise<readonly FailedRun[]>;
  /**
   * Looks for runs that were added, have not ended, and have no job and no owner; puts them into the queue again, and returns their
   * ids. A queue with `start` does so every `sweepMs`.
   */
  sweep(): Promise<readonly string[]>;
  /** Takes no more runs, and resolves when those under way have ended. */
  close(): Promise<void>;
}

/**
 * Works on the runs of a store, in as many processes as there are. A run whose process is gone goes to another, which takes its
 * journal over and goes on. A run that has neither ended nor waits for a person is tried again, with growing pauses; one whose
 * attempts have all failed is in `failed()`.
 *
 * Rejects with `store_unavailable` if Redis does not answer within two seconds, refuses the password, or is a cluster.
 *
 * @example
 * const queue = await bullmqQueue({ connection, store, start: (journal) => runRlm({ ...options, journal }) });
 * await queue.add(runId);
 */
export async function bullmqQueue(options: BullmqQueueOptions): Promise<StartedQueue> {
  checkOptions(options, queueRules(), refuseOption);
  const { prefix = defaultPrefix, store, start, concurrency = 1, lockMs = 30_000 } = options;
  const { attempts = 8, retryMs = 1_000, sweepMs = 30_000, onDiagnostic } = options;
  const { Queue, Worker, DelayedError, UnrecoverableError } = await loadBullmq();
  await requireRedis(options.connection);
  const diagnose = diagnosing(onDiagnostic);
  const hear = hearRedis(options.connection, diagnose);

  const connection = optionsOf(options.connection);
  const name = `${prefix}-runs`;
  const queue = new Queue(name, { connection });
  queue.on('error', hear);
  const redis = await connect(options.connection, null);
  const runs = new QueuedRuns(queue, redis, new RedisKeys(prefix), store, { attempts, retryMs });

  const carryOut = async (startRun: StartRun, job: Job, token?: string): Promise<string> => {
    const { runId } = job.data as { readonly runId: string };
    // Whoever held the run of a first or a stalled attempt is gone. After a failed one, a new owner may be at work.
    const takeOver = job.attemptsMade === 0 || job.stalledCounter > 0;
    let state: Awaited<ReturnType<typeof workOn>>;
    try {
      state = await workOn(store, startRun, runId, takeOver);
    } catch (fault) {
      const message = messageOf(fault);
      const isFinal = isForGood(fault) || job.attemptsMade + 1 >= (job.opts.attempts ?? attempts);
      // Its job keeps it in `failed()`. Beyond 10,000 BullMQ forgets the oldest, and they must not begin again.
      // If Redis does not take that, the reason of the run stays the one that is listed.
      if (isFinal) await runs.forget(runId).catch(hear);
      diagnose({ code: 'run_failed', runId, isFinal, message: `Run "${runId}": ${message}` });
      throw isForGood(fault) ? new UnrecoverableError(message) : new Error(message);
    }
    if (state === 'handed-back') {
      // No attempt has failed: another process goes on, or this one, a little later.
      await job.moveToDelayed(Date.now() + retryMs, token);
      throw new DelayedError();
    }
    if (state === 'ended') await runs.forget(runId);
    return state;
  };
  const worker =
    start &&
    new Worker(name, (job, token) => carryOut(start, job, token), {
      connection,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
  worker?.on('error', hear);
  let reviewed = Promise.resolve();
  worker?.on('completed', (job: Job, state: unknown) => {
    // A waiting run that was decided and added before its job was done got no other job.
    if (state !== 'waiting') return;
    const { runId } = job.data as { readonly runId: string };
    reviewed = reviewed.then(() => runs.review([runId])).then(() => undefined, hear);
  });
  await worker?.waitUntilReady();

  const sweep = async (): Promise<readonly string[]> => {
    const found = await runs.sweep();
    for (const runId of found) {
      const message = `Run "${runId}" had no job and no owner: it is in the queue again`;
      diagnose({ code: 'run_requeued', runId, message });
    }
    return found;
  };
  const sweeping =
    start &&
    setInterval(() => {
      sweep().catch(hear);
    }, sweepMs);
  return {
    async add(runId) {
      checkOption('runId', runId, required(runIdRule), refuseOption);
      await withinAnswerTime(() => runs.add(runId), connection);
    },
    failed: () => withinAnswerTime(() => runs.failed(), connection),
    sweep,
    async close() {
      clearInterval(sweeping);
      await worker?.close();
      await reviewed;
      await queue.close();
      redis.disconnect();
    },
  };
}
