import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { messageOf } from '@rlm/repl-types/internal';

import { JournalError } from '../errors.js';

/** How a database is reached. */
export type DriverName = 'node:sqlite' | 'libsql';

/** A value of a row. */
type Cell = string | number | Uint8Array | null;

/** The common interface of both drivers. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...cells: readonly Cell[]): { readonly changes: number | bigint };
    get(...cells: readonly Cell[]): unknown;
    all(...cells: readonly Cell[]): readonly unknown[];
  };
  close(): unknown;
}

type DatabaseClass = new (file: string) => Database;

/** How long a line waits at most while another process writes, in milliseconds. */
const busyMs = 5_000;

const setUp = `
pragma busy_timeout = ${busyMs};
pragma journal_mode = wal;
pragma synchronous = full;
create table if not exists run (
  id text primary key,
  epoch integer not null,
  owner text,
  heard_at integer not null
) without rowid;
create table if not exists line (
  run text not null,
  n integer not null,
  epoch integer not null,
  json text not null,
  primary key (run, n)
) without rowid;
create table if not exists record (name text primary key, text text not null) without rowid;
create table if not exists blob (hash text primary key, bytes blob not null) without rowid;
`;

/** Opens the database of a store. Throws `store_unavailable` if the driver is missing, or if both are. */
export async function openDatabase(file: string, driver?: DriverName): Promise<Database> {
  const Class = await loadDriver(driver);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite gives the files next to it the same permissions.
  await (await open(file, 'a', 0o600)).close();
  const database = new Class(file);
  try {
    database.exec(setUp);
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

async function loadDriver(driver: DriverName | undefined): Promise<DatabaseClass> {
  if (driver !== 'libsql') {
    const found = process.getBuiltinModule('node:sqlite') as
      | { readonly DatabaseSync: DatabaseClass }
      | undefined;
    if (found !== undefined) return found.DatabaseSync;
  }
  let problem = `this is Node.js ${process.versions.node}`;
  if (driver !== 'node:sqlite') {
    try {
      const { default: Class } = await import('libsql');
      return Class as unknown as DatabaseClass;
    } catch (fault) {
      [problem = ''] = messageOf(fault).split('\n');
    }
  }
  throw new JournalError(
    'store_unavailable',
    `sqliteStore() needs ${needs[driver ?? 'any']} (${problem})`,
    { needs: driver ?? 'libsql' },
  );
}

const needs = {
  any: 'node:sqlite, which Node.js 22.13 and later have, or the package libsql: npm install libsql@0.5.29',
  'node:sqlite': 'Node.js 22.13 or later',
  libsql: 'the package libsql: npm install libsql@0.5.29',
} as const;

/** Runs work in one transaction. It is rolled back if the work throws or returns false. */
export function transaction<Result>(database: Database, work: () => Result): Result {
  database.exec('begin immediate');
  let result: Result;
  try {
    result = work();
    database.exec(result === false ? 'rollback' : 'commit');
  } catch (fault) {
    rollBack(database);
    throw fault;
  }
  return result;
}

function rollBack(database: Database): void {
  try {
    database.exec('rollback');
  } catch {
    // SQLite has done so by itself.
  }
}
