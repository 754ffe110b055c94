import { hostname } from 'node:os';
import { resolve } from 'node:path';

import { checkOptions, fields, oneOf, required, someText } from '@rlm/repl-types/options';
import { refuseOption } from '@rlm/repl-types/internal';

import { isGone } from '../lease/lease.js';
import { defineStore } from '../store/define-store.js';
import { patientBackend, waitRule } from '../store/patient-backend.js';
import type { RunStore } from '../store/run-store.js';
import { openDatabase, type DriverName } from './database.js';
import { SqliteBackend } from './sqlite-backend.js';

/** Where {@link sqliteStore} keeps journals. */
export interface SqliteStoreOptions {
  /**
   * The database's file. If it is missing, it is created with its folder, for its owner alone. It must be on a local
   * disk.
   */
  readonly file: string;
  /**
   * `node:sqlite` (Node.js 22.13 and later), or the package `libsql` (Node.js 20 to 26). Default: the first of them that is
   * there when the store is used.
   */
  readonly driver?: DriverName | undefined;
  /**
   * How long a write waits for space on the disk before it fails with `journal_write_failed`, in milliseconds; the run waits
   * with it. Default 0.
   */
  readonly waitMs?: number | undefined;
}

/**
 * A store in one SQLite file, for many processes of one machine. Each line costs a transaction, which is on the disk
 * when it ends. It is synchronous: the process waits for it.
 *
 * The file stays open from the first call on. Throws `store_unavailable` if neither driver is available.
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
      waitMs: waitRule,
    }),
    refuseOption,
  );
  const { file, driver, waitMs = 0 } = options;
  const path = resolve(file);
  const backend = new SqliteBackend(() => openDatabase(path, driver));
  return defineStore(patientBackend(backend, waitMs), {
    pid: process.pid,
    host: hostname(),
    isGone,
  });
}
