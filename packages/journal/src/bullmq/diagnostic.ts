import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import { JournalError } from '../errors.js';
import type { RedisConnection } from './connection.js';
import { addressOf } from './reach.js';

/** Something that the program should know of a store or a queue. */
export interface QueueDiagnostic {
  /**
   * - `redis_error`: the server cannot be used, the connection was lost, or the server refused a command or did not answer it
   * - `run_failed`: an attempt at a run failed; `isFinal` if there is no other
   * - `run_requeued`: a run was found without a job and without an owner, and is in the queue again
   */
  readonly code: 'redis_error' | 'run_failed' | 'run_requeued';
  readonly message: string;
  readonly runId?: string;
  readonly isFinal?: boolean;
}

/** Hears diagnostics; a fault of its own is a warning of the process. */
export type OnDiagnostic = (diagnostic: QueueDiagnostic) => void;

/** Creates a function that calls `onDiagnostic` and ignores its errors. */
export function diagnosing(onDiagnostic: OnDiagnostic | undefined): OnDiagnostic {
  return (diagnostic) => {
    tellHook(onDiagnostic, [diagnostic], (fault) => {
      warn(`onDiagnostic of a store or a queue failed: ${messageOf(fault)}`);
    });
  };
}

/** Creates a function that reports a server's faults as `redis_error`. */
export function hearRedis(
  connection: RedisConnection,
  diagnose: OnDiagnostic,
): (fault: unknown) => void {
  return (fault) => {
    const words = messageOf(fault);
    const message =
      JournalError.isInstance(fault) && fault.code === 'store_unavailable'
        ? words
        : `Redis at ${addressOf(connection)}: ${words}`;
    diagnose({ code: 'redis_error', message });
  };
}
