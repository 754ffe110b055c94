import { hostname } from 'node:os';
import { resolve } from 'node:path';

import { checkOptions, fields, oneOf, required, someText } from '@rlm/repl-types/options';
import { refuseOption } from '@rlm/penguin-engine/internal';

import { defineStore } from '../store/define-store.js';
import type { RunStore } from '../store/run-store.js';
import { openDatabase, type DriverName } from './database.js';
import { SqliteBackend } from './sqlite-backend.js';

/** Where {@link sqliteStore} keeps journals. */
interface SqliteStoreOptions {
  /** The database's file; made, with its folder, where it is missing, for its owner alone. On a local disk. */
  readonly file: string;
  /**
   * `node:sqlite` (Node.js 22.13 and later), or the package `libsql` (Node.js 20 to 26). Default: the first of them that is
   * there when the store is used.
   */
  readonly driver?: DriverName;
}

/**
 * A store in one SQLite file, for many processes of one machine. What a line costs is a transaction that is on the disk when it
 * ends; it is synchronous, so that the process waits for it.
 *
 * The file stays open from the first call on. `store_unavailable` where neither driver is there.
 *
 * @example
 * const store = sqliteStore({ file: 'runs.db' });
 */
export function sqliteStore(options: SqliteStoreOptions): RunStore {
  checkOptions(
    options,
    fields<SqliteStoreOptions>({
      file: required(someText),
      driver: oneOf('node:sqlite', 'libsql'),
    }),
    refuseOption,
  );
  const { file, driver } = options;
  const path = resolve(file);
  return defineStore(new SqliteBackend(() => openDatabase(path, driver)), {
    pid: process.pid,
    host: hostname(),
  });
}
