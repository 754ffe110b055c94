import { callable, withMethods } from '@rlm/repl-types/internal';
import { fields, required, wholeNumber, type OptionRule } from '@rlm/repl-types/options';

import type { RunStore } from '../../store/run-store.js';
import { connectionRule, prefixRule, type RedisConnection } from '../connection.js';
import type { OnDiagnostic } from '../diagnostic.js';
import type { StartRun } from './run-work.js';

/** The options of {@link bullmqQueue}. */
export interface BullmqQueueOptions {
  readonly connection: RedisConnection;
  /** Default `rlm`. */
  readonly prefix?: string | undefined;
  /** The store of the runs' journals, which all processes can reach. */
  readonly store: RunStore;
  /**
   * Starts a run with its journal, by the `spec` that the run was created with. Absent: this process only adds runs. The journal is
   * closed when the result is there. A run that has then neither ended nor waits for a person is tried again; not so if `start`
   * throws, or its result rejects with, an error whose `name` is `UnrecoverableError`: that run is in `failed()` at once.
   */
  readonly start?: StartRun | undefined;
  /** How many runs this process works on at a time. Default 1. */
  readonly concurrency?: number | undefined;
  /** How long a run of a process that is gone stays with it, in milliseconds. Default 30,000. */
  readonly lockMs?: number | undefined;
  /**
   * Attempts at a run that this process adds, including the first; afterwards the run is in `failed()`. A process that
   * dies uses none. Default: 8.
   */
  readonly attempts?: number | undefined;
  /** The pause before the second attempt at a run that this process adds, in milliseconds; each further one is twice as long. Default 1,000. */
  readonly retryMs?: number | undefined;
  /** How often runs are looked for that have no job and no owner, in milliseconds. Default 30,000. */
  readonly sweepMs?: number | undefined;
  /** Called when a connection is lost, an attempt fails, or a run is put into the queue again. Default: ignored. */
  readonly onDiagnostic?: OnDiagnostic | undefined;
}

/** The rule for the options of {@link bullmqQueue}. */
export function queueRules(): OptionRule {
  return fields<BullmqQueueOptions>({
    connection: required(connectionRule),
    prefix: prefixRule,
    store: required(withMethods('a store', ['open', 'read'])),
    start: callable,
    concurrency: wholeNumber(1),
    lockMs: wholeNumber(100),
    attempts: wholeNumber(1),
    retryMs: wholeNumber(1),
    sweepMs: wholeNumber(100),
    onDiagnostic: callable,
  });
}
