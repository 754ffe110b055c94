import { systemClock, type BlobRef } from '@rlm/kernel';

import { locked, notFound, type RunOwner } from '../errors.js';
import { lastOf, readTexts } from '../store/read-texts.js';
import type { HeadLine, JournalLine } from '../lines/lines.js';
import { defineStore } from '../store/define-store.js';
import type { OwnerId, FoundRun, LineBatch, LogBackend, RunLog } from '../store/log.js';
import type { BackendRecords } from '../store/records.js';
import type { RunStore } from '../store/run-store.js';

/** One run in memory. */
interface MemoryRun {
  readonly texts: string[];
  epoch: number;
  holder?: (OwnerId & RunOwner) | undefined;
}

/**
 * A store in the memory of this process: for tests, and for runs that are forked while the process lives. Its contents
 * are lost with the process.
 */
export function memoryStore(): RunStore {
  return defineStore(new MemoryBackend());
}

/** The backend of {@link memoryStore}. */
export class MemoryBackend implements LogBackend {
  readonly #runs = new Map<string, MemoryRun>();
  readonly #blobs = new Map<string, Uint8Array>();
  readonly #records = new Map<string, string>();

  readonly records: BackendRecords = {
    read: (name) => Promise.resolve(this.#records.get(name)),
    write: (name, text, before) => {
      const isUnchanged = this.#records.get(name) === before;
      if (isUnchanged) this.#records.set(name, text);
      return Promise.resolve(isUnchanged);
    },
  };

  create(runId: string, owner: OwnerId, texts: readonly string[]): Promise<RunLog | undefined> {
    if (this.#runs.has(runId)) return Promise.resolve(undefined);
    const run: MemoryRun = { texts: [...texts], epoch: 1 };
    this.#runs.set(runId, run);
    return Promise.resolve(this.#hold(runId, run, owner));
  }

  async open(runId: string, owner: OwnerId, takeOver: boolean): Promise<RunLog> {
    const run = this.#find(runId);
    if (run.holder !== undefined && !takeOver) throw locked(runId, run.holder);
    return Promise.resolve(this.#hold(runId, run, owner));
  }

  async read(runId: string): Promise<JournalLine[]> {
    return Promise.resolve(readTexts(runId, this.#find(runId).texts));
  }

  readBlob({ blob }: BlobRef): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#blobs.get(blob)?.slice());
  }

  async *list(): AsyncGenerator<FoundRun> {
    for (const [runId, { texts, holder }] of [...this.#runs]) {
      const [head] = texts.slice(0, 1).map((text) => JSON.parse(text) as HeadLine);
      yield await Promise.resolve({
        runId,
        head,
        ...lastOf(texts),
        owner: holder,
      });
    }
  }

  async remove(runId: string): Promise<void> {
    const { holder } = this.#find(runId);
    if (holder !== undefined) throw locked(runId, holder);
    this.#runs.delete(runId);
    const named = [...this.#runs.values()].flatMap(({ texts }) => texts).join('\n');
    for (const hash of this.#blobs.keys()) if (!named.includes(hash)) this.#blobs.delete(hash);
    return Promise.resolve();
  }

  #find(runId: string): MemoryRun {
    const run = this.#runs.get(runId);
    if (run === undefined) throw notFound(runId);
    return run;
  }

  #hold(runId: string, run: MemoryRun, owner: OwnerId): RunLog {
    run.holder = { ...owner, since: systemClock.now() };
    const append = ({ epoch, n, texts }: LineBatch, opens: boolean): Promise<boolean> => {
      const counts =
        this.#runs.get(runId) === run &&
        n === run.texts.length &&
        (opens ? epoch > run.epoch : epoch === run.epoch);
      if (counts) {
        run.texts.push(...texts);
        run.epoch = epoch;
      }
      return Promise.resolve(counts);
    };
    return {
      read: () => this.read(runId),
      append: (batch) => append(batch, false),
      appendOpen: (batch) => append(batch, true),
      writeBlob: (hash: string, bytes: Uint8Array) => {
        this.#blobs.set(hash, bytes);
        return Promise.resolve();
      },
      close: () => {
        if (run.holder?.by === owner.by) run.holder = undefined;
        return Promise.resolve();
      },
    };
  }
}
