import { hostname } from 'node:os';
import { resolve } from 'node:path';

import { checkOptions, fields, required, someText, trueOrFalse } from '@rlm/repl-types/options';
import { refuseOption } from '@rlm/repl-types/internal';

import { isGone } from '../lease/lease.js';
import { defineStore } from '../store/define-store.js';
import { patientBackend, waitRule } from '../store/patient-backend.js';
import type { RunStore } from '../store/run-store.js';
import { JsonlBackend } from './jsonl-backend.js';

/** Where {@link jsonlStore} keeps journals. */
export interface JsonlStoreOptions {
  /**
   * Created if it is missing, for its owner alone. It must be on a local disk: network file systems do not give the
   * guarantees that this needs.
   */
  readonly folder: string;
  /**
   * Whether a line is on the disk when it counts as written, so that it outlives the loss of power. Default true; without it a
   * line still outlives the end of the process.
   */
  readonly sync?: boolean | undefined;
  /**
   * How long a write waits for space on the disk before it fails with `journal_write_failed`, in milliseconds; the run waits
   * with it. Default 0.
   */
  readonly waitMs?: number | undefined;
}

/**
 * A store of files: `<id>.jsonl` for each run, one JSON object a line, and `blobs/` for long values. The default store;
 * it needs only Node.js.
 *
 * @example
 * const store = jsonlStore({ folder: 'runs' });
 */
export function jsonlStore(options: JsonlStoreOptions): RunStore {
  checkOptions(
    options,
    fields<JsonlStoreOptions>({
      folder: required(someText),
      sync: trueOrFalse,
      waitMs: waitRule,
    }),
    refuseOption,
  );
  const { folder, sync = true, waitMs = 0 } = options;
  return defineStore(patientBackend(new JsonlBackend(resolve(folder), sync), waitMs), {
    pid: process.pid,
    host: hostname(),
    isGone,
  });
}
