import { open, readdir, rename, stat, unlink } from 'node:fs/promises';

import type { BlobRef } from '@rlm/kernel';

import { messageOf } from '@rlm/repl-types/internal';

import { locked, notFound, writeFailed } from '../errors.js';
import { blobsNamedBy } from '../lines/blobs-named.js';
import type { JournalLine } from '../lines/lines.js';
import type { OwnerId, FoundRun, LogBackend, RunLog } from '../store/log.js';
import type { BackendRecords } from '../store/records.js';
import { Blobs } from './blobs.js';
import { FileLog, readJournal } from './file-log.js';
import { findRun } from './find-run.js';
import { sealLine } from './line-seal.js';
import { holderOf, Lock } from './lock.js';
import { Places } from './places.js';
import { readContents } from './read-file.js';
import { recordFiles } from './record-files.js';
import { makeFolder } from './regular-file.js';
import { syncFolder } from './sync-folder.js';

const extension = '.jsonl';

/** The files of a folder. */
export class JsonlBackend implements LogBackend {
  readonly #places: Places;
  readonly #sync: boolean;
  readonly #blobs: Blobs;
  readonly records: BackendRecords;

  constructor(folder: string, sync: boolean) {
    this.#places = new Places(folder);
    this.#sync = sync;
    this.#blobs = new Blobs(this.#places, sync);
    this.records = recordFiles(this.#places, sync);
  }

  async create(
    runId: string,
    owner: OwnerId,
    texts: readonly string[],
  ): Promise<RunLog | undefined> {
    const file = this.#places.journal(runId);
    let lock: Lock | undefined;
    try {
      await makeFolder(this.#places.blobs, { parents: true });
      lock = await Lock.take(this.#places.lock(runId), runId, owner);
      if (await isThere(file)) {
        await lock.release();
        return undefined;
      }
      await this.#writeFirst(file, owner, texts.map(sealLine).join(''));
    } catch (fault) {
      await lock?.release();
      if (lock === undefined && (fault as { code?: unknown }).code === 'journal_locked')
        throw fault;
      throw writeFailed(runId, messageOf(fault), fault);
    }
    const log = this.#logOf(runId, lock);
    await log.read();
    return log;
  }

  async open(runId: string, owner: OwnerId, takeOver: boolean): Promise<RunLog> {
    if (!(await isThere(this.#places.journal(runId)))) throw notFound(runId);
    const lock = await Lock.take(this.#places.lock(runId), runId, owner, takeOver);
    return this.#logOf(runId, lock);
  }

  async read(runId: string): Promise<JournalLine[]> {
    return readContents(runId, await readJournal(runId, this.#places.journal(runId))).lines;
  }

  readBlob(ref: BlobRef): Promise<Uint8Array | undefined> {
    return this.#blobs.read(ref);
  }

  async *list(): AsyncGenerator<FoundRun> {
    const names = await readdir(this.#places.folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(extension)).sort()) {
      const runId = name.slice(0, -extension.length);
      const found = await findRun(this.#places.journal(runId));
      const owner = await holderOf(this.#places.lock(runId));
      if (found !== undefined) yield { runId, ...found, owner };
    }
  }

  async remove(runId: string): Promise<void> {
    const file = this.#places.journal(runId);
    const text = (await readJournal(runId, file)).toString('latin1');
    const holder = await holderOf(this.#places.lock(runId));
    if (holder !== undefined) throw locked(runId, holder);
    await unlink(file);
    await unlink(this.#places.lock(runId)).catch(() => undefined);
    if (this.#sync) await syncFolder(this.#places.folder);
    await this.#blobs.removeUnnamed(blobsNamedBy(text));
  }

  #logOf(runId: string, lock: Lock): FileLog {
    return new FileLog(runId, this.#places.journal(runId), this.#blobs, lock, this.#sync);
  }

  /** Writes a run's first lines, all or none. */
  async #writeFirst(file: string, { by }: OwnerId, text: string): Promise<void> {
    const temporary = `${file}.${by}.tmp`;
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      if (this.#sync) await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    if (this.#sync) await syncFolder(this.#places.folder);
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
