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
import { hasLetGo, isGone } from '../lease/lease.js';
import { blobsNamedBy } from '../lines/blobs-named.js';
import type { HeadLine, JournalLine } from '../lines/lines.js';
import { endsDecided, lastOf, maxTail } from '../store/read-texts.js';
import type { OwnerId, FoundRun, LogBackend, RunLog } from '../store/log.js';
import type { BackendRecords } from '../store/records.js';
import { transaction, type Database } from './database.js';
import { readLines, textsOf } from './read-lines.js';
import { SqliteLog } from './sqlite-log.js';

/**
 * The runs of a database, which is opened with the first call and stays open: an owner that leaves its files open until they are
 * collected makes no more of them.
 */
export class SqliteBackend implements LogBackend {
  readonly #open: () => Promise<Database>;
  #database: Promise<Database> | undefined;

  readonly records: BackendRecords = {
    read: (name) =>
      this.#with((database) => {
        const row = database.prepare('select text from record where name = ?').get(name);
        return (row as { readonly text: string } | undefined)?.text;
      }),
    write: async (name, text, before) => {
      const [sql, cells] =
        before === undefined
          ? ['insert or ignore into record values (?, ?)', [name, text]]
          : ['update record set text = ? where name = ? and text = ?', [text, name, before]];
      try {
        return await this.#with(
          (database) => Number(database.prepare(sql).run(...cells).changes) > 0,
        );
      } catch (fault) {
        if (JournalError.isInstance(fault)) throw fault;
        throw recordFailed(name, messageOf(fault), fault);
      }
    },
  };

  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  async create(
    runId: string,
    owner: OwnerId,
    texts: readonly string[],
  ): Promise<RunLog | undefined> {
    const create = (database: Database): boolean => {
      const insert = database.prepare('insert or ignore into run values (?, 1, ?, ?)');
      if (Number(insert.run(runId, ownerText(owner), Date.now()).changes) === 0) return false;
      const line = database.prepare('insert into line values (?, ?, ?, ?)');
      texts.forEach((text, n) => line.run(runId, n, n === 0 ? 0 : 1, text));
      return true;
    };
    return this.#hold(runId, owner, (database) => transaction(database, () => create(database)));
  }

  async open(runId: string, owner: OwnerId, takeOver: boolean): Promise<RunLog> {
    const take = (database: Database): boolean => {
      const holder = holderOf(database, runId);
      if (holder !== undefined && !takeOver) throw locked(runId, holder);
      const update = database.prepare('update run set owner = ?, heard_at = ? where id = ?');
      return Number(update.run(ownerText(owner), Date.now(), runId).changes) > 0;
    };
    const log = await this.#hold(runId, owner, (database) =>
      transaction(database, () => take(database)),
    );
    if (log === undefined) throw notFound(runId);
    return log;
  }

  read(runId: string): Promise<JournalLine[]> {
    return this.#with((database) => readLines(database, runId));
  }

  readBlob({ blob }: BlobRef): Promise<Uint8Array | undefined> {
    return this.#with((database) => {
      const row = database.prepare('select bytes from blob where hash = ?').get(blob) as
        | { readonly bytes: Uint8Array }
        | undefined;
      return row === undefined ? undefined : new Uint8Array(row.bytes);
    });
  }

  async *list(): AsyncGenerator<FoundRun> {
    yield* await this.#with((database) => {
      const runs = database.prepare('select id from run order by id').all() as { id: string }[];
      return runs.map(({ id }) => findRun(database, id));
    });
  }

  async remove(runId: string): Promise<void> {
    const remove = (database: Database): void => {
      const holder = holderOf(database, runId);
      if (holder !== undefined) throw locked(runId, holder);
      const hashes = blobsNamedBy(textsOf(database, runId).join('\n'));
      database.prepare('delete from line where run = ?').run(runId);
      if (Number(database.prepare('delete from run where id = ?').run(runId).changes) === 0) {
        throw notFound(runId);
      }
      const isNamed = database.prepare('select 1 from line where instr(json, ?) > 0 limit 1');
      const drop = database.prepare('delete from blob where hash = ?');
      for (const hash of hashes) if (isNamed.get(hash) === undefined) drop.run(hash);
    };
    await this.#with((database) => {
      transaction(database, () => {
        remove(database);
      });
    });
  }

  async #with<Result>(work: (database: Database) => Result): Promise<Result> {
    this.#database ??= this.#open();
    try {
      return work(await this.#database);
    } catch (fault) {
      // One that could not be opened may be there later.
      await this.#database.catch(() => (this.#database = undefined));
      throw fault;
    }
  }

  /** Takes hold of a run, if `take` says so. */
  async #hold(
    runId: string,
    owner: OwnerId,
    take: (database: Database) => boolean,
  ): Promise<RunLog | undefined> {
    try {
      return await this.#with((database) =>
        take(database) ? new SqliteLog(runId, database, owner) : undefined,
      );
    } catch (fault) {
      if (JournalError.isInstance(fault)) throw fault;
      throw writeFailed(runId, messageOf(fault), fault);
    }
  }
}

function findRun(database: Database, runId: string): FoundRun {
  const first = database.prepare('select json from line where run = ? and n = 0').get(runId);
  const tail = (count: number): string[] =>
    database
      .prepare(
        `select json from line where run = ? and json_extract(json, '$.t') <> 'spent' order by n desc limit ?`,
      )
      .all(runId, count)
      .map((row) => (row as Row).json)
      .reverse();
  const last = tail(16);
  const owner = holderOf(database, runId);
  return {
    runId,
    head: first === undefined ? undefined : (JSON.parse((first as Row).json) as HeadLine),
    ...lastOf(endsDecided(last) ? tail(maxTail) : last),
    owner,
  };
}

interface Row {
  readonly json: string;
}

/** Who works on a run; undefined if no one does, or its owner is gone. */
function holderOf(database: Database, runId: string): RunOwner | undefined {
  const row = database.prepare('select owner, heard_at from run where id = ?').get(runId) as
    | { readonly owner: string | null; readonly heard_at: number }
    | undefined;
  if (row?.owner == null) return undefined;
  const { pid, host, since, by } = JSON.parse(row.owner) as RunOwner & OwnerId;
  if (hasLetGo(by)) return undefined;
  return isGone({ pid, host }, row.heard_at) ? undefined : { pid, host, since };
}

/** The owner's column: the owner, and since when. */
function ownerText({ by, pid, host }: OwnerId): string {
  return JSON.stringify({ by, pid, host, since: Date.now() });
}
