import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';

import { JournalError } from '../../errors.js';
import type { RunStore } from '../../store/run-store.js';
import type { RedisKeys } from '../redis-keys.js';
import { isAtRest, readProgress } from './run-work.js';

/** A run whose attempts have all failed. */
export interface FailedRun {
  readonly runId: string;
  /** Why the last attempt failed. */
  readonly reason: string;
  readonly attempts: number;
  /** When, in milliseconds since 1970. */
  readonly failedAt: number;
}

/** How many failed runs are kept; the oldest are forgotten beyond that. Their journals stay. */
const maxFailed = 10_000;

/** How many runs a sweep asks Redis for at a time. */
const sweepCount = 1_000;

const jobIdOf = (runId: string): string => `run-${runId}`;
const runIdOf = ({ data }: Job): string => (data as { readonly runId: string }).runId;

/** The runs that were added and are not at rest: each has a job, or is found by {@link QueuedRuns.sweep}. */
export class QueuedRuns {
  readonly #queue: Queue;
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #store: RunStore;
  readonly #attempts: number;
  readonly #retryMs: number;

  constructor(
    queue: Queue,
    redis: Redis,
    keys: RedisKeys,
    store: RunStore,
    options: { readonly attempts: number; readonly retryMs: number },
  ) {
    this.#queue = queue;
    this.#redis = redis;
    this.#keys = keys;
    this.#store = store;
    this.#attempts = options.attempts;
    this.#retryMs = options.retryMs;
  }

  /** Adds a run. One that waits for its next attempt is tried at once, and so is one that has failed. */
  async add(runId: string): Promise<void> {
    const job = (await this.#queue.getJob(jobIdOf(runId))) as Job | undefined;
    if (job === undefined) await this.#addJob(runId);
    else if (await job.isFailed()) {
      // Before its job goes: if this process ends in between, a sweep finds the run.
      await this.#redis.sadd(this.#keys.queued, runId);
      await unlessDone(
        () => job.remove(),
        () => job.isFailed(),
      );
      await this.#addJob(runId);
    } else if (await job.isDelayed()) {
      await unlessDone(
        () => job.promote(),
        () => job.isDelayed(),
      );
    }
    // After a new job: a sweep that came between would find a run without one.
    await this.#redis.sadd(this.#keys.queued, runId);
  }

  /** Forgets a run that is at rest, or has failed for good: a sweep does not look for it any more. */
  async forget(runId: string): Promise<void> {
    await this.#redis.srem(this.#keys.queued, runId);
  }

  async failed(): Promise<readonly FailedRun[]> {
    const jobs = (await this.#queue.getFailed(0, maxFailed)) as (Job | undefined)[];
    return jobs
      .filter((job) => job !== undefined)
      .map((job) => ({
        runId: runIdOf(job),
        reason: job.failedReason,
        attempts: job.attemptsMade,
        failedAt: job.finishedOn ?? job.timestamp,
      }));
  }

  /** Puts runs into the queue again that were added, are not at rest, and have no job; returns their ids. */
  async sweep(): Promise<readonly string[]> {
    const found: string[] = [];
    const added = await this.#redis.smembers(this.#keys.queued);
    for (let first = 0; first < added.length; first += sweepCount) {
      found.push(...(await this.review(added.slice(first, first + sweepCount))));
    }
    return found;
  }

  /**
   * Looks at some added runs: those without a job are put into the queue again, or forgotten if they are at rest. Returns the ids of
   * the former.
   */
  async review(runIds: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const runId of await this.#withoutJob(runIds)) {
      if (await this.#hasWork(runId)) {
        await this.#addJob(runId);
        found.push(runId);
      }
    }
    return found;
  }

  /** Whether a run is not at rest. One at rest is forgotten. */
  async #hasWork(runId: string): Promise<boolean> {
    if (!(await this.#isAtRest(runId))) return true;
    await this.forget(runId);
    // If a decision was made and the run was added in between, it must not be forgotten.
    if (await this.#isAtRest(runId)) return false;
    await this.#redis.sadd(this.#keys.queued, runId);
    return true;
  }

  /** Those of some runs that have no job, by one round trip. */
  async #withoutJob(runIds: readonly string[]): Promise<readonly string[]> {
    const asked = this.#redis.pipeline();
    for (const runId of runIds) asked.exists(this.#queue.toKey(jobIdOf(runId)));
    const answers = (await asked.exec()) ?? [];
    // Runs without an answer of Redis are left to the next sweep.
    return runIds.filter((_, index) => answers[index]?.[1] === 0);
  }

  /** An unreadable run no longer exists, or an attempt will report its fault. */
  async #isAtRest(runId: string): Promise<boolean> {
    try {
      return isAtRest(await readProgress(this.#store, runId));
    } catch (fault) {
      return JournalError.isInstance(fault) && fault.code === 'journal_not_found';
    }
  }

  async #addJob(runId: string): Promise<void> {
    await this.#queue.add(
      'run',
      { runId },
      {
        jobId: jobIdOf(runId),
        attempts: this.#attempts,
        backoff: { type: 'exponential', delay: this.#retryMs },
        removeOnComplete: true,
        removeOnFail: { count: maxFailed },
      },
    );
  }
}

/** Does something that is left to do. It fails if another process has just done it. */
async function unlessDone(act: () => Promise<void>, isLeft: () => Promise<boolean>): Promise<void> {
  try {
    await act();
  } catch (fault) {
    if (await isLeft()) throw fault;
  }
}
