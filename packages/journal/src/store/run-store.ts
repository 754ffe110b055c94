import type { RunJournal, NewLine, RunLine } from '@rlm/kernel';

import type { RunOwner } from '../errors.js';
import type { ForkOrigin, JournalLine } from '../lines/lines.js';
import type { RunRecords } from './records.js';

/**
 * The status of a run:
 *
 * - `running`: an owner works on it
 * - `open`: no owner works on it, and it has not ended: it can be resumed
 * - `suspended`: it waits for the decision of a person
 * - `failed`: it ended with a fault; opened again, it continues before that fault
 * - `ended`: it ended; opened again, it returns its result again
 * - `corrupt`: its journal cannot be read
 */
export type RunStatus = 'running' | 'open' | 'suspended' | 'failed' | 'ended' | 'corrupt';

/** Each status that a run may have. */
export const runStatuses = Object.keys({
  running: true,
  open: true,
  suspended: true,
  failed: true,
  ended: true,
  corrupt: true,
} satisfies Record<RunStatus, true>) as readonly RunStatus[];

/** A run in a list. */
export interface RunInfo {
  readonly runId: string;
  readonly status: RunStatus;
  /** When it was created, in milliseconds since 1970; 0 for a corrupt one. */
  readonly made: number;
  /** If it is a fork: its origin. */
  readonly from?: Pick<ForkOrigin, 'run' | 'atStep'> | undefined;
  /** The `spec` passed to `create`. */
  readonly spec?: unknown;
  /** If it has ended: why. */
  readonly finishReason?: string | undefined;
  /** If an owner works on it: who. */
  readonly owner?: RunOwner | undefined;
}

/** The beginning of a fork; {@link forkRun} makes it. */
export interface ForkSource extends ForkOrigin {
  readonly seed: string;
  readonly elapsedMs: number;
  readonly lines: readonly RunLine[];
}

/** How a run is created. */
export interface CreateOptions {
  /** Letters, digits, `.`, `_`, `-`; the first a letter or digit; at most 128. Default: a new one. */
  readonly runId?: string | undefined;
  /** JSON that is kept with the run: the data that your program needs to recreate its options. */
  readonly spec?: unknown;
  /** For {@link forkRun}. */
  readonly fork?: ForkSource | undefined;
}

/** How a run is opened. */
export interface OpenOptions {
  /** Whether another owner that works on it must stop. Default: false. */
  readonly takeOver?: boolean | undefined;
  /**
   * Opens it for reading only. The journal has every line, including the fault that ended the run. It takes no lines
   * and is not an owner: the run does not change, even while it is under way. A run that is started with it shows what was recorded
   * and ends there (`journal_end`): it calls no model and no tool. Default: false.
   */
  readonly readOnly?: boolean | undefined;
}

/**
 * Keeps the journals of runs. Its errors are `JournalError`, or `InvalidOptionError` for a wrong argument. The
 * conformance suite of `@rlm/journal/testing` defines what every store does.
 */
export interface RunStore {
  /** Creates the journal of a new run. Throws `journal_exists` if the id is taken. */
  create(options?: CreateOptions): Promise<RunJournal>;
  /**
   * Opens the journal of an existing run, for its next owner. Throws `journal_locked` if another owner works on it,
   * unless `takeOver` is set: then that owner stops at its next line.
   */
  open(runId: string, options?: OpenOptions): Promise<RunJournal>;
  /** The runs of the store. */
  list(filter?: { readonly status?: RunStatus | undefined }): AsyncIterable<RunInfo>;
  /** The lines of a run that count, in their order; also of one that an owner works on. */
  read(runId: string): AsyncIterable<JournalLine>;
  /** Deletes a run, and the blobs that no other run names. Throws `journal_locked` if an owner works on it. */
  remove(runId: string): Promise<void>;
  /** Texts that processes replace in turn, such as the accounts of budgets; undefined if the store keeps none. */
  readonly records?: RunRecords | undefined;
}

/** A line to write, with its path. */
export type PlacedLine = (NewLine & { readonly path: string }) | RunLine;
