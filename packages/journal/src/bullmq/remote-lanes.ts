import type { Redis } from 'ioredis';

import type { RemoteCall } from '@rlm/penguin-engine/internal';

import { connect, optionsOf, type RedisConnection } from './connection.js';
import { jobIdOf, queueOf, type AskedEffect, type RemoteJob } from './job.js';
import { loadBullmq } from './load-peers.js';
import { pack } from './payload.js';
import { RedisKeys } from './redis-keys.js';
import { RemoteLane } from './remote-lane.js';

/** The queues of an executor, one a lane, opened when the first effect comes. */
export class RemoteLanes {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #attempts: number;
  readonly #lanes = new Map<string, Promise<RemoteLane>>();
  #redis: Promise<Redis> | undefined;

  constructor(connection: RedisConnection, prefix: string, attempts: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#attempts = attempts;
  }

  /** Asks for an effect, and gives what came of it. */
  async ask(
    lane: string,
    effect: AskedEffect,
    call: RemoteCall,
    abortSignal: AbortSignal,
  ): Promise<unknown> {
    abortSignal.throwIfAborted();
    const { model, timeoutMs, send } = call;
    const request = send();
    const keys = new RedisKeys(this.#prefix);
    const redis = await (this.#redis ??= connect(this.#connection, null));
    const job: RemoteJob = {
      model,
      request: await pack(redis, keys, request),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const opened = this.#lanes.get(lane) ?? this.#open(lane, redis, keys);
    this.#lanes.set(lane, opened);
    return (await opened).ask(jobIdOf(effect), job, abortSignal);
  }

  async close(): Promise<void> {
    const lanes = await Promise.all(this.#lanes.values());
    this.#lanes.clear();
    await Promise.all(lanes.map((lane) => lane.close()));
    const redis = await this.#redis;
    this.#redis = undefined;
    redis?.disconnect();
  }

  async #open(lane: string, redis: Redis, keys: RedisKeys): Promise<RemoteLane> {
    const { Queue, QueueEvents } = await loadBullmq();
    const name = queueOf(this.#prefix, lane);
    const connection = optionsOf(this.#connection);
    const [queue, events] = [
      new Queue(name, { connection }),
      new QueueEvents(name, { connection }),
    ];
    queue.on('error', () => undefined);
    events.on('error', () => undefined);
    await events.waitUntilReady();
    return new RemoteLane(queue, events, redis, keys, this.#attempts);
  }
}
