import { RlmError } from '@rlm/repl-types';

/** The codes of {@link JournalError}, each with its `details`. */
export interface JournalFaults {
  /** The store has no run of this id. */
  readonly journal_not_found: { readonly runId: string };
  /** The run does not wait for this decision, or no longer; `keys` are those of the decisions that it waits for. */
  readonly journal_not_waiting: { readonly runId: string; readonly keys: readonly string[] };
  /** The store already has a run of this id. */
  readonly journal_exists: { readonly runId: string };
  /**
   * The stored journal has another format, or was altered. `line` counts from 1; absent for a blob, and for a journal
   * that is not a file.
   */
  readonly journal_corrupt: { readonly runId: string; readonly line?: number };
  /** Another owner works on the run; `since` is in milliseconds since 1970. */
  readonly journal_locked: {
    readonly runId: string;
    readonly pid: number;
    readonly host: string;
    readonly since: number;
  };
  /** The run differs from its journal: the names of the parts that differ. */
  readonly journal_mismatch: { readonly runId: string; readonly differs: readonly string[] };
  /** Another owner has taken the run over: this one must stop. */
  readonly journal_fenced: { readonly runId: string; readonly epoch: number };
  /** A line could not be made durable. The run can be resumed. For a record, `runId` is its name. */
  readonly journal_write_failed: { readonly runId: string };
  /** Something that the store needs is not installed, or cannot be reached. */
  readonly store_unavailable: { readonly needs: string };
}

/** The codes of {@link JournalError}. */
export type JournalErrorCode = keyof JournalFaults;

/** A fault of a journal or its store; `code` says which. */
export class JournalError<Code extends JournalErrorCode = JournalErrorCode> extends RlmError<
  Code,
  JournalFaults[Code]
> {
  static override readonly className: string = 'JournalError';

  constructor(code: Code, message: string, details: JournalFaults[Code], cause?: unknown) {
    super(message, { code, details, cause });
  }
}

/** The error for an id that the store does not know. */
export function notFound(runId: string): JournalError<'journal_not_found'> {
  return new JournalError(
    'journal_not_found',
    `The store has no run "${runId}". Use list() to see its runs.`,
    { runId },
  );
}

/** The error for a decision that the run does not wait for; without a key, it waits for none. */
export function notWaiting(
  runId: string,
  key: string | undefined,
  keys: readonly string[],
): JournalError<'journal_not_waiting'> {
  const what = key === undefined ? 'a decision' : `the decision "${key}"`;
  const instead = keys.length === 0 ? 'It waits for none.' : `It waits for ${keys.join(', ')}.`;
  return new JournalError(
    'journal_not_waiting',
    `Run "${runId}" does not wait for ${what}. ${instead} It may be decided already: waitsOf() tells what is left.`,
    { runId, keys },
  );
}

/** The error for a line that cannot be trusted; `line` counts from 1. */
export function corrupt(
  runId: string,
  line: number,
  problem: string,
): JournalError<'journal_corrupt'> {
  return new JournalError(
    'journal_corrupt',
    `The journal of run "${runId}" cannot be trusted: line ${line} ${problem}. Restore it from a copy, or remove the run.`,
    { runId, line },
  );
}

/** The error for a journal that is a folder, a link or a special file: it is not opened. */
export function noFile(runId: string): JournalError<'journal_corrupt'> {
  return new JournalError(
    'journal_corrupt',
    `The journal of run "${runId}" is not a regular file. Delete it, or put the file itself there.`,
    { runId },
  );
}

/** The error for an owner whose run another has taken over. */
export function fenced(runId: string, epoch: number): JournalError<'journal_fenced'> {
  return new JournalError(
    'journal_fenced',
    `Another owner has taken over run "${runId}". This one stops, and none of its further lines count.`,
    { runId, epoch },
  );
}

/** The error for a line that could not be made durable. */
export function writeFailed(
  runId: string,
  problem: string,
  cause?: unknown,
): JournalError<'journal_write_failed'> {
  return new JournalError(
    'journal_write_failed',
    `The journal of run "${runId}" could not be written: ${problem}. Earlier lines are kept. Fix the cause, then resume the run.`,
    { runId },
    cause,
  );
}

/** The error for a record that could not be made durable. */
export function recordFailed(
  name: string,
  problem: string,
  cause?: unknown,
): JournalError<'journal_write_failed'> {
  return new JournalError(
    'journal_write_failed',
    `The record "${name}" could not be written: ${problem}. What was there is kept. Fix the cause, and try again.`,
    { runId: name },
    cause,
  );
}

/** The error for a record that no store has written: a link, a folder, a special file, one that is too large, the last number. */
export function noRecordFile(name: string): JournalError<'journal_corrupt'> {
  return new JournalError(
    'journal_corrupt',
    `The record "${name}" cannot be trusted: it is not a regular file, is larger than 16 MB, or has a number of its own. Delete its folder, or put the file itself there.`,
    { runId: name },
  );
}

/** Who works on a run, and since when (milliseconds since 1970). */
export interface RunOwner {
  readonly pid: number;
  readonly host: string;
  readonly since: number;
}

/** The error for a run that another owner works on. */
export function locked(runId: string, owner: RunOwner): JournalError<'journal_locked'> {
  const { pid, host, since } = owner;
  return new JournalError(
    'journal_locked',
    `Another owner works on run "${runId}": process ${pid} on ${host}, since ${new Date(since).toISOString()}. Wait until it ends, or open the run with takeOver: true.`,
    { runId, pid, host, since },
  );
}
