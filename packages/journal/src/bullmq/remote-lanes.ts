import type { Redis } from 'ioredis';

import type { RemoteCall } from '@rlm/penguin-engine/internal';
import { messageOf } from '@rlm/repl-types/internal';

import { connect, optionsOf, type RedisConnection } from './connection.js';
import { jobIdOf, queueOf, type AskedEffect, type RemoteJob } from './job.js';
import { loadBullmq } from './load-peers.js';
import { pack } from './payload.js';
import type { OnDiagnostic } from './diagnostic.js';
import { addressOf, requireRedis } from './reach.js';
import { RedisKeys } from './redis-keys.js';
import { RemoteLane } from './remote-lane.js';

/** The queues of an executor, one a lane, opened when the first effect comes. */
export class RemoteLanes {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #diagnose: OnDiagnostic;
  readonly #lanes = new Map<string, Promise<RemoteLane>>();
  #redis: Promise<Redis> | undefined;

  constructor(connection: RedisConnection, prefix: string, diagnose: OnDiagnostic) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#diagnose = diagnose;
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
    const redis = await this.#connected();
    const job: RemoteJob = {
      model,
      request: await pack(redis, keys, request),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const opened = this.#lanes.get(lane) ?? this.#open(lane, redis, keys);
    this.#lanes.set(lane, opened);
    try {
      return await (await opened).ask(jobIdOf(effect), job, abortSignal);
    } catch (fault) {
      call.fail?.(fault);
      throw fault;
    }
  }

  async close(): Promise<void> {
    const lanes = await Promise.all(this.#lanes.values());
    this.#lanes.clear();
    await Promise.all(lanes.map((lane) => lane.close()));
    const redis = await this.#redis;
    this.#redis = undefined;
    redis?.disconnect();
  }

  /** A connection; a server that cannot be used is tried again by the next effect. */
  async #connected(): Promise<Redis> {
    this.#redis ??= requireRedis(this.#connection).then(() => connect(this.#connection, null));
    try {
      return await this.#redis;
    } catch (fault) {
      this.#redis = undefined;
      throw fault;
    }
  }

  async #open(lane: string, redis: Redis, keys: RedisKeys): Promise<RemoteLane> {
    const { Queue, QueueEvents } = await loadBullmq();
    const name = queueOf(this.#prefix, lane);
    const connection = optionsOf(this.#connection);
    const [queue, events] = [
      new Queue(name, { connection }),
      new QueueEvents(name, { connection }),
    ];
    const hear = (fault: unknown): void => {
      const where = addressOf(this.#connection);
      this.#diagnose({ code: 'redis_error', message: `Redis at ${where}: ${messageOf(fault)}` });
    };
    queue.on('error', hear);
    events.on('error', hear);
    await events.waitUntilReady();
    return new RemoteLane(queue, events, redis, keys);
  }
}
