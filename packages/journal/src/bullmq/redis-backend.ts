import type { Redis } from 'ioredis';

import type { BlobRef } from '@rlm/kernel';

import { messageOf } from '@rlm/repl-types/internal';

import {
  JournalError,
  locked,
  notFound,
  recordFailed,
  writeFailed,
  type RunOwner,
} from '../errors.js';
import { isGone } from '../lease/lease.js';
import { staleMs } from '../lease/stale.js';
import type { HeadLine, JournalLine } from '../lines/lines.js';
import { endsDecided, lastOf, maxTail, readTexts } from '../store/read-texts.js';
import type { BackendRecords } from '../store/records.js';
import type { OwnerId, FoundRun, LogBackend, RunLog } from '../store/log.js';
import type { RedisKeys } from './redis-keys.js';
import { blobsOf, RedisLog } from './redis-log.js';
import { createScript, recordScript, removeScript } from './scripts.js';

/** The runs of a Redis. */
export class RedisBackend implements LogBackend {
  readonly #connected: () => Promise<Redis>;
  readonly #keys: RedisKeys;
  readonly records: BackendRecords;

  constructor(connected: () => Promise<Redis>, keys: RedisKeys) {
    this.#connected = connected;
    this.#keys = keys;
    this.records = {
      read: async (name) => (await (await connected()).get(keys.record(name))) ?? undefined,
      async write(name, text, before) {
        const known = before === undefined ? [] : [before];
        try {
          const redis = await connected();
          return (await redis.eval(recordScript, 1, keys.record(name), text, ...known)) === 1;
        } catch (fault) {
          if (JournalError.isInstance(fault)) throw fault;
          throw recordFailed(name, messageOf(fault), fault);
        }
      },
    };
  }

  async create(
    runId: string,
    owner: OwnerId,
    texts: readonly string[],
  ): Promise<RunLog | undefined> {
    const { run, lines, lease } = this.#keysOf(runId);
    const held = leaseText(owner);
    try {
      const redis = await this.#connected();
      const head = [runId, owner.by, held, staleMs];
      const made = await redis.eval(
        createScript,
        4,
        run,
        lines,
        this.#keys.runs,
        lease,
        ...head,
        ...texts,
      );
      if (made === 0) return undefined;
      const log = new RedisLog(runId, redis, this.#keys, owner, held, { n: 1, epoch: 1 });
      await log.read();
      return log;
    } catch (fault) {
      throw asWriteFailed(runId, fault);
    }
  }

  async open(runId: string, owner: OwnerId, takeOver: boolean): Promise<RunLog> {
    const redis = await this.#connected();
    if ((await redis.exists(this.#keysOf(runId).run)) === 0) throw notFound(runId);
    const held = leaseText(owner);
    try {
      await this.#takeLease(redis, runId, held, takeOver);
    } catch (fault) {
      throw asWriteFailed(runId, fault);
    }
    return new RedisLog(runId, redis, this.#keys, owner, held);
  }

  async read(runId: string): Promise<JournalLine[]> {
    const redis = await this.#connected();
    const texts = await redis.lrange(this.#keys.lines(runId), 0, -1);
    if (texts.length === 0) throw notFound(runId);
    return readTexts(runId, texts);
  }

  async readBlob({ blob }: BlobRef): Promise<Uint8Array | undefined> {
    const redis = await this.#connected();
    const bytes = await redis.getBuffer(this.#keys.blob(blob));
    return bytes === null ? undefined : new Uint8Array(bytes);
  }

  async *list(): AsyncGenerator<FoundRun> {
    const redis = await this.#connected();
    for (const runId of (await redis.smembers(this.#keys.runs)).sort()) {
      const { lines } = this.#keysOf(runId);
      const [head, last, owner] = await Promise.all([
        redis.lindex(lines, 0),
        redis.lrange(lines, -16, -1),
        this.#holderOf(redis, runId),
      ]);
      if (head === null) continue;
      yield {
        runId,
        head: JSON.parse(head) as HeadLine,
        ...lastOf(endsDecided(last) ? await redis.lrange(lines, -maxTail, -1) : last),
        owner,
      };
    }
  }

  async remove(runId: string): Promise<void> {
    const { run, lines, lease } = this.#keysOf(runId);
    const redis = await this.#connected();
    if ((await redis.exists(run)) === 0) throw notFound(runId);
    const holder = await this.#holderOf(redis, runId);
    if (holder !== undefined) throw locked(runId, holder);
    const blobs = (await blobsOf(redis, lines)).flatMap((hash) => [
      this.#keys.blob(hash),
      this.#keys.named(hash),
    ]);
    const keys = [run, lines, this.#keys.runs, lease, ...blobs];
    await redis.eval(removeScript, keys.length, ...keys, runId);
  }

  async #takeLease(redis: Redis, runId: string, held: string, takeOver: boolean): Promise<void> {
    const { lease } = this.#keysOf(runId);
    const isFree = (await redis.set(lease, held, 'PX', staleMs, 'NX')) !== null;
    // If the reply to the first attempt was lost, the lease is this owner's own.
    if (isFree || (await redis.get(lease)) === held) return;
    const holder = await this.#holderOf(redis, runId);
    if (holder !== undefined && !takeOver) throw locked(runId, holder);
    await redis.set(lease, held, 'PX', staleMs);
  }

  #keysOf(runId: string): { run: string; lines: string; lease: string } {
    return {
      run: this.#keys.run(runId),
      lines: this.#keys.lines(runId),
      lease: this.#keys.lease(runId),
    };
  }

  async #holderOf(redis: Redis, runId: string): Promise<RunOwner | undefined> {
    const text = await redis.get(this.#keys.lease(runId));
    if (text === null) return undefined;
    const { pid, host, since } = JSON.parse(text) as RunOwner;
    // Redis forgets one that was silent for too long.
    return isGone({ pid, host }, Date.now()) ? undefined : { pid, host, since };
  }
}

function leaseText({ by, pid, host }: OwnerId): string {
  return JSON.stringify({ by, pid, host, since: Date.now() });
}

/** What Redis refused, as an error of the journal. */
const asWriteFailed = (runId: string, fault: unknown): unknown =>
  JournalError.isInstance(fault) ? fault : writeFailed(runId, messageOf(fault), fault);
