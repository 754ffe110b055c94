import type { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';

import { createAbortHub } from '@rlm/repl-types/internal';

import { closeInTime } from './close-in-time.js';
import type { RemoteJob } from './job.js';
import { keptSeconds, unpack, type Payload } from './payload.js';
import type { RedisKeys } from './redis-keys.js';
import { readFault } from './remote-fault.js';

/** Who waits for a job. */
interface Waiting {
  readonly job: RemoteJob;
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

/** How often the state of pending jobs is checked, in milliseconds: an event may be missed. */
const sweepMs = 1_000;

/** The queue of one lane, as its executor uses it. */
export class RemoteLane {
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #aborts = createAbortHub();
  readonly #waiting = new Map<string, Waiting>();
  readonly #sweep: NodeJS.Timeout;

  constructor(queue: Queue, events: QueueEvents, redis: Redis, keys: RedisKeys) {
    this.#queue = queue;
    this.#events = events;
    this.#redis = redis;
    this.#keys = keys;
    const look = ({ jobId }: { readonly jobId: string }): void => {
      this.#look(jobId).catch(() => undefined);
    };
    events.on('completed', look);
    events.on('failed', look);
    this.#sweep = setInterval(() => {
      for (const jobId of this.#waiting.keys()) look({ jobId });
    }, sweepMs);
  }

  /** Adds a job, or finds the existing one, and waits for its result. */
  async ask(jobId: string, job: RemoteJob, abortSignal: AbortSignal): Promise<unknown> {
    // One that failed is asked for again: this is another attempt, or its run was resumed.
    const known = await this.#queue.getJob(jobId);
    if (known !== undefined && (await known.isFailed())) await known.remove();
    abortSignal.throwIfAborted();
    const outcome = new Promise((resolve, reject) => {
      this.#waiting.set(jobId, { job, resolve, reject });
    });
    outcome.catch(() => undefined);
    const abort = (): void => {
      this.#settle(jobId)?.reject(abortSignal.reason);
      this.#callOff(jobId).catch(() => undefined);
    };
    const unwatch = this.#aborts.watch(abortSignal, abort);
    try {
      await this.#add(jobId, job);
      // It may have been called off, or have ended, before that.
      if (abortSignal.aborted) await this.#callOff(jobId);
      else await this.#look(jobId);
      return await outcome;
    } finally {
      unwatch();
      this.#waiting.delete(jobId);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await closeInTime([this.#queue, this.#events]);
  }

  async #add(jobId: string, job: RemoteJob): Promise<void> {
    await this.#queue.add('effect', job, {
      jobId,
      removeOnComplete: { age: keptSeconds },
      removeOnFail: { age: keptSeconds },
    });
  }

  /** Passes on the result of a job if it has ended; adds a job again that no longer exists. */
  async #look(jobId: string): Promise<void> {
    const waiting = this.#waiting.get(jobId);
    if (waiting === undefined) return;
    const job = await this.#queue.getJob(jobId);
    if (job === undefined) return this.#add(jobId, waiting.job);
    if (await job.isCompleted()) {
      const found = (await this.#queue.getJob(jobId)) ?? job;
      const value = await unpack(this.#redis, this.#keys, found.returnvalue as Payload);
      this.#settle(jobId)?.resolve(value);
    } else if (await job.isFailed()) {
      const found = (await this.#queue.getJob(jobId)) ?? job;
      this.#settle(jobId)?.reject(readFault(found.failedReason));
    }
  }

  #settle(jobId: string): Waiting | undefined {
    const waiting = this.#waiting.get(jobId);
    this.#waiting.delete(jobId);
    return waiting;
  }

  /** Removes a job that has not begun; otherwise notifies its worker. */
  async #callOff(jobId: string): Promise<void> {
    const job = await this.#queue.getJob(jobId);
    await job?.remove().catch(() => undefined);
    await this.#redis.publish(this.#keys.cancelled, jobId);
  }
}
