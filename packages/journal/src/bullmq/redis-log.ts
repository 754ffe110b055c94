import type { Redis } from 'ioredis';

import { messageOf } from '@rlm/repl-types/internal';

import { writeFailed } from '../errors.js';
import { startHeartbeat } from '../lease/lease.js';
import { staleMs } from '../lease/stale.js';
import { blobsNamedBy } from '../lines/blobs-named.js';
import type { JournalLine } from '../lines/lines.js';
import { readTexts } from '../store/read-texts.js';
import type { OwnerId, LineBatch, RunLog } from '../store/log.js';
import type { RedisKeys } from './redis-keys.js';
import { appendScript, releaseScript, touchScript } from './scripts.js';

/** The lines of one run, in the hands of one owner. */
export class RedisLog implements RunLog {
  readonly #runId: string;
  readonly #redis: Redis;
  readonly #keys: RedisKeys;
  readonly #by: string;
  readonly #lease: string;
  readonly #stopHeartbeat: () => void;
  /** All lines as they should be there: Redis may lose the last second's, and gets them again. */
  #texts: string[] = [];
  /** The place of this owner's `open`. */
  #opened: Pick<LineBatch, 'n' | 'epoch'> | undefined;

  constructor(
    runId: string,
    redis: Redis,
    keys: RedisKeys,
    owner: OwnerId,
    lease: string,
    opened?: Pick<LineBatch, 'n' | 'epoch'>,
  ) {
    this.#opened = opened;
    this.#runId = runId;
    this.#redis = redis;
    this.#keys = keys;
    this.#by = owner.by;
    this.#lease = lease;
    this.#stopHeartbeat = startHeartbeat(() =>
      redis.eval(touchScript, 1, keys.lease(runId), lease, staleMs),
    );
  }

  async read(): Promise<JournalLine[]> {
    this.#texts = await this.#redis.lrange(this.#keys.lines(this.#runId), 0, -1);
    return readTexts(this.#runId, this.#texts);
  }

  append(batch: LineBatch): Promise<boolean> {
    return this.#write(batch, false);
  }

  async appendOpen(batch: LineBatch): Promise<boolean> {
    const counts = await this.#write(batch, true);
    if (counts) this.#opened = batch;
    return counts;
  }

  async writeBlob(hash: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#redis
        .multi()
        .set(this.#keys.blob(hash), Buffer.from(bytes), 'NX')
        .sadd(this.#keys.named(hash), this.#runId)
        .exec();
    } catch (fault) {
      throw writeFailed(this.#runId, messageOf(fault), fault);
    }
  }

  async close(): Promise<void> {
    this.#stopHeartbeat();
    await this.#redis
      .eval(releaseScript, 1, this.#keys.lease(this.#runId), this.#lease)
      .catch(() => undefined);
  }

  async #write(batch: LineBatch, opens: boolean): Promise<boolean> {
    try {
      let length = await this.#push(batch, opens);
      if (length === -2) length = (await this.#restore()) ? await this.#push(batch, opens) : -1;
      if (length < 0) return false;
      this.#texts.push(...batch.texts);
      return true;
    } catch (fault) {
      throw writeFailed(this.#runId, messageOf(fault), fault);
    }
  }

  async #push({ n, epoch, texts }: LineBatch, opens: boolean): Promise<number> {
    const keys = [this.#keys.run(this.#runId), this.#keys.lines(this.#runId)];
    const head = [epoch, this.#by, opens ? 1 : 0, n];
    return Number(await this.#redis.eval(appendScript, 2, ...keys, ...head, ...texts));
  }

  /** Writes lines again that Redis has lost. Returns whether they are there now. */
  async #restore(): Promise<boolean> {
    const opened = this.#opened;
    const length = await this.#redis.llen(this.#keys.lines(this.#runId));
    const texts = this.#texts.slice(length);
    if (opened === undefined) return false;
    const { n, epoch } = opened;
    if (length > n) return (await this.#push({ n: length, epoch, texts }, false)) >= 0;
    return (await this.#push({ n: length, epoch, texts }, true)) >= 0;
  }
}

/** The blobs that the lines of a run name. */
export async function blobsOf(redis: Redis, key: string): Promise<string[]> {
  return blobsNamedBy((await redis.lrange(key, 0, -1)).join('\n'));
}
