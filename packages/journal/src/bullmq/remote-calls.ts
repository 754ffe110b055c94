import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';

import type { Provider } from '@rlm/kernel/internal';
import { ModelError, type ModelRequest } from '@rlm/kernel/model';
import { untilAborted, untilExpired } from '@rlm/repl-types/internal';

import type { RemoteJob } from './job.js';
import { pack, unpack, type Payload } from './payload.js';
import type { RedisKeys } from './redis-keys.js';
import { writeFault } from './remote-fault.js';

/** The calls that a worker makes for others. */
export class RemoteCalls {
  readonly #providers: ReadonlyMap<string, Provider>;
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #underWay = new Map<string, AbortController>();

  constructor(providers: ReadonlyMap<string, Provider>, redis: Redis, keys: RedisKeys) {
    this.#providers = providers;
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Hears which jobs are called off. */
  async listen(listener: Redis): Promise<void> {
    listener.on('message', (_channel: string, jobId: string) => {
      this.#underWay.get(jobId)?.abort(new Error('the effect was called off'));
    });
    await listener.subscribe(this.#keys.cancelled);
  }

  /** Whether the model that a job asks for is here. */
  has(job: Job): boolean {
    return this.#find((job.data as RemoteJob).model) !== undefined;
  }

  /** Makes a job's call, once. Whoever asked for it decides on another attempt, which it reserves and books. */
  async carryOut(job: Job): Promise<Payload> {
    const { model, request, timeoutMs } = job.data as RemoteJob;
    const controller = new AbortController();
    const { signal } = controller;
    this.#underWay.set(job.id ?? '', controller);
    try {
      const provider = this.#find(model) ?? this.#refuse(model, Date.now() - job.timestamp);
      const asked = (await unpack(this.#redis, this.#keys, request)) as ModelRequest;
      const called = untilAborted(provider.call({ request: asked, abortSignal: signal }), signal);
      const reply = await (timeoutMs === undefined
        ? called
        : untilExpired(called, timeoutMs, () => {
            controller.abort(timedOut(timeoutMs));
            return called;
          }));
      return await pack(this.#redis, this.#keys, reply);
    } catch (fault) {
      throw new Error(writeFault(fault), { cause: fault });
    } finally {
      this.#underWay.delete(job.id ?? '');
    }
  }

  /** A model by its name; `sub` stands for the sub-model at any depth (`sub@1`). */
  #find(name: string): Provider | undefined {
    return this.#providers.get(name) ?? this.#providers.get(name.replace(/@\d+$/, ''));
  }

  #refuse(name: string, waitedMs: number): never {
    const known = [...this.#providers.keys()].map((each) => `"${each}"`).join(', ');
    throw new ModelError(
      `No worker has the model "${name}": the call waited ${waitedMs} ms for one, and the last worker that was asked has ${known || 'no model'}. Start a worker with bullmqWorker({ models: { ${JSON.stringify(name)}: ... } }), or correct the name in the run`,
      { isRetryable: false },
    );
  }
}

/** The error of an attempt that took too long; another may be made. */
function timedOut(timeoutMs: number): Error {
  const error = new Error(`the call took longer than ${timeoutMs} ms`);
  return Object.assign(error, { isRetryable: true });
}
