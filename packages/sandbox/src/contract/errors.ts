import { RlmError } from '@rlm/repl-types';

/** The ways in which a session can fail, as opposed to the code in it. */
export type SandboxErrorCode =
  /** The backend cannot work here: a peer dependency, a program or a feature of the machine is missing. */
  | 'backend_unavailable'
  /** The backend cannot provide the isolation that `require` asks for. */
  | 'isolation_unavailable'
  /** The child could not be started, ended while it was being used, or could not be brought back with its variables. */
  | 'session_lost'
  /** A call other than `execute` did not end in time. Its effect may still happen. */
  | 'call_timeout'
  /** The session was closed before this call. */
  | 'session_closed'
  /** A host function uses the session whose cell waits for it, which would wait for itself. */
  | 'session_busy'
  /** All sessions of a pool are in use, and as many callers wait for one as may. */
  | 'pool_full'
  /** No session became free in the time of a pool: of its own, or of the backend. */
  | 'pool_timeout'
  /** A value cannot cross the border: it is not data, or is too large or too deep. */
  | 'value_rejected'
  /** `get` of a variable that does not exist, or whose value is not data. */
  | 'variable_unavailable'
  /** The snapshot belongs to another backend or build, or was altered. */
  | 'snapshot_mismatch'
  /** The backend has no such ability. */
  | 'unsupported';

/** A fault of a session or of its use; `code` says which. Errors of code are never reported this way. */
export class SandboxError extends RlmError<SandboxErrorCode> {
  static override readonly className: string = 'SandboxError';

  constructor(
    code: SandboxErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly details?: unknown } = {},
  ) {
    super(message, { code, ...options });
  }
}
