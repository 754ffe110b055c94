import type { RemoteCall } from '@rlm/kernel';

import { ModelError } from '@rlm/kernel/model';
import { messageOf } from '@rlm/repl-types/internal';

import { optionsOf, type RedisConnection } from './connection.js';
import { jobIdOf, queueOf, type AskedEffect, type RemoteJob } from './job.js';
import { loadBullmq } from './load-peers.js';
import { pack } from './payload.js';
import { hearRedis, type OnDiagnostic } from './diagnostic.js';
import { closeInTime } from './close-in-time.js';
import { addressOf, reach, retried, withinAnswerTime, type Reach, type Retried } from './reach.js';
import { RedisKeys } from './redis-keys.js';
import { RemoteLane } from './remote-lane.js';

/**
 * The queues of an executor, one per lane, opened when the first effect comes. If opening fails, the next effect tries
 * again.
 */
export class RemoteLanes {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #keys: RedisKeys;
  readonly #redis: Reach;
  readonly #hear: (fault: unknown) => void;
  readonly #lanes = new Map<string, Retried<RemoteLane>>();

  constructor(connection: RedisConnection, prefix: string, diagnose: OnDiagnostic) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#keys = new RedisKeys(prefix);
    this.#hear = hearRedis(connection, diagnose);
    this.#redis = reach(connection, null, this.#hear);
  }

  /** Requests an effect and returns its result. Nothing is reserved for it before its lane is open. */
  async ask(
    lane: string,
    effect: AskedEffect,
    call: RemoteCall,
    abortSignal: AbortSignal,
  ): Promise<unknown> {
    abortSignal.throwIfAborted();
    const [redis, opened] = await Promise.all([this.#redis.connected(), this.#lane(lane).made()]);
    abortSignal.throwIfAborted();
    const { model, timeoutMs, send } = call;
    const request = await send(abortSignal);
    try {
      const job: RemoteJob = {
        model,
        request: await pack(redis, this.#keys, request),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      };
      return await opened.ask(jobIdOf(effect), job, abortSignal);
    } catch (fault) {
      if (abortSignal.aborted) throw fault;
      const failed = isRefused(fault) ? this.#notQueued(lane, fault) : fault;
      call.fail?.(failed);
      throw failed;
    }
  }

  async close(): Promise<void> {
    const lanes = [...this.#lanes.values()];
    this.#lanes.clear();
    await Promise.all(lanes.map(async (lane) => (await lane.taken())?.close()));
    await this.#redis.close();
  }

  /** The error of an attempt that Redis did not accept, for example because it was full. Another may be made. */
  #notQueued(lane: string, fault: unknown): ModelError {
    const where = addressOf(this.#connection);
    const message = `Redis at ${where} did not take a job of the lane "${lane}": ${messageOf(fault)}`;
    return new ModelError(message, { isRetryable: true, cause: fault });
  }

  #lane(lane: string): Retried<RemoteLane> {
    const known = this.#lanes.get(lane) ?? retried(() => this.#open(lane));
    this.#lanes.set(lane, known);
    return known;
  }

  async #open(lane: string): Promise<RemoteLane> {
    const redis = await this.#redis.connected();
    const { Queue, QueueEvents } = await loadBullmq();
    const name = queueOf(this.#prefix, lane);
    const connection = optionsOf(this.#connection);
    const [queue, events] = [
      new Queue(name, { connection }),
      new QueueEvents(name, { connection }),
    ];
    queue.on('error', this.#hear);
    events.on('error', this.#hear);
    try {
      const ready = Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
      await withinAnswerTime(() => ready, this.#connection);
    } catch (fault) {
      await closeInTime([queue, events]);
      throw fault;
    }
    return new RemoteLane(queue, events, redis, this.#keys);
  }
}

/** Whether a fault is the server's own answer. */
function isRefused(fault: unknown): boolean {
  return fault instanceof Error && fault.name === 'ReplyError';
}
