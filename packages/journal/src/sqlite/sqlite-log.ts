import { messageOf } from '@rlm/repl-types/internal';

import { writeFailed } from '../errors.js';
import { noteGone, startHeartbeat } from '../lease/lease.js';
import type { JournalLine } from '../lines/lines.js';
import type { OwnerId, LineBatch, RunLog } from '../store/log.js';
import { transaction, type Database } from './database.js';
import { readLines } from './read-lines.js';

/** The lines of one run, in the hands of one owner. */
export class SqliteLog implements RunLog {
  readonly #runId: string;
  readonly #database: Database;
  readonly #by: string;
  readonly #stopHeartbeat: () => void;

  constructor(runId: string, database: Database, { by }: OwnerId) {
    this.#runId = runId;
    this.#database = database;
    this.#by = by;
    this.#stopHeartbeat = startHeartbeat(() => {
      this.#touch();
    });
  }

  read(): Promise<JournalLine[]> {
    return Promise.resolve().then(() => readLines(this.#database, this.#runId));
  }

  append(batch: LineBatch): Promise<boolean> {
    return this.#write(() => this.#epoch() === batch.epoch && this.#insert(batch));
  }

  appendOpen(batch: LineBatch): Promise<boolean> {
    return this.#write(() => {
      const update = this.#database.prepare('update run set epoch = ? where id = ? and epoch < ?');
      const { changes } = update.run(batch.epoch, this.#runId, batch.epoch);
      return Number(changes) > 0 && this.#insert(batch);
    });
  }

  async writeBlob(hash: string, bytes: Uint8Array): Promise<void> {
    const there = this.#database.prepare('select 1 from blob where hash = ?');
    if (there.get(hash) !== undefined) return;
    const insert = this.#database.prepare('insert or ignore into blob values (?, ?)');
    await this.#write(() => insert.run(hash, bytes).changes >= 0);
  }

  close(): Promise<void> {
    this.#stopHeartbeat();
    try {
      this.#database
        .prepare(`update run set owner = null where id = ? and json_extract(owner, '$.by') = ?`)
        .run(this.#runId, this.#by);
    } catch {
      // It is free for other processes once this one ends, or is silent.
      noteGone(this.#by);
    }
    return Promise.resolve();
  }

  #epoch(): number | undefined {
    const row = this.#database.prepare('select epoch from run where id = ?').get(this.#runId);
    return (row as { readonly epoch: number } | undefined)?.epoch;
  }

  /** Writes lines if the first has the number that is due. */
  #insert({ n, epoch, texts }: LineBatch): boolean {
    const next = this.#database
      .prepare('select coalesce(max(n), -1) + 1 as next from line where run = ?')
      .get(this.#runId) as { readonly next: number };
    if (next.next !== n) return false;
    const insert = this.#database.prepare('insert into line values (?, ?, ?, ?)');
    texts.forEach((text, index) => insert.run(this.#runId, n + index, epoch, text));
    return true;
  }

  #touch(): void {
    this.#database
      .prepare(`update run set heard_at = ? where id = ? and json_extract(owner, '$.by') = ?`)
      .run(Date.now(), this.#runId, this.#by);
  }

  #write(work: () => boolean): Promise<boolean> {
    return Promise.resolve().then(() => {
      try {
        return transaction(this.#database, work);
      } catch (fault) {
        throw writeFailed(this.#runId, messageOf(fault), fault);
      }
    });
  }
}
