import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';

/** Something that the program should know of a queue, a worker or an executor. */
interface QueueDiagnostic {
  /**
   * - `redis_error`: the connection was lost, or the server refused a command
   * - `run_failed`: an attempt at a run failed; `isFinal` if there is no other
   * - `run_requeued`: a run was found without a job and without an owner, and is in the queue again
   * - `model_missing`: a sub-query went back to the queue, since this worker does not have its model
   */
  readonly code: 'redis_error' | 'run_failed' | 'run_requeued' | 'model_missing';
  readonly message: string;
  readonly runId?: string;
  readonly isFinal?: boolean;
}

/** Hears diagnostics; a fault of its own is a warning of the process. */
export type OnDiagnostic = (diagnostic: QueueDiagnostic) => void;

/** A function that tells `onDiagnostic`, whatever that does. */
export function diagnosing(onDiagnostic: OnDiagnostic | undefined): OnDiagnostic {
  return (diagnostic) => {
    tellHook(onDiagnostic, [diagnostic], (fault) => {
      warn(`onDiagnostic of a queue, a worker or an executor failed: ${messageOf(fault)}`);
    });
  };
}
