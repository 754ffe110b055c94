import type { RunJournal } from '@rlm/kernel';
import type { NewLine, RunLine } from '@rlm/kernel/internal';

import type { RunDriver } from '../errors.js';
import type { ForkOrigin, JournalLine } from '../lines/lines.js';

/**
 * What has become of a run:
 *
 * - `running`: a driver works on it
 * - `open`: nobody does, and it has not ended: it can be resumed
 * - `suspended`: it waits for the decision of a person
 * - `failed`: it ended by a fault; opened again it goes on before that fault
 * - `ended`: it ended; opened again it gives its result once more
 * - `corrupt`: its journal cannot be read
 */
export type RunStatus = (typeof runStatuses)[number];

/** Each status that a run may have. */
export const runStatuses = ['running', 'open', 'suspended', 'failed', 'ended', 'corrupt'] as const;

/** A run in a list. */
export interface RunInfo {
  readonly runId: string;
  readonly status: RunStatus;
  /** When it was created, in milliseconds since 1970; 0 for a corrupt one. */
  readonly made: number;
  /** Where it is a fork. */
  readonly from?: Pick<ForkOrigin, 'run' | 'atStep'>;
  /** What `create` was given. */
  readonly spec?: unknown;
  /** Why it ended, where it did. */
  readonly finishReason?: string;
  /** Who works on it, where somebody does. */
  readonly driver?: RunDriver;
}

/** What a fork begins with: {@link forkRun} makes it. */
export interface ForkSource extends ForkOrigin {
  readonly seed: string;
  readonly elapsedMs: number;
  readonly lines: readonly RunLine[];
}

/** How a run is created. */
export interface CreateOptions {
  /** Letters, digits, `.`, `_`, `-`; the first a letter or digit; at most 128. Default: a new one. */
  readonly runId?: string;
  /** JSON that is kept with the run: what your program needs to make its options again. */
  readonly spec?: unknown;
  /** For {@link forkRun}. */
  readonly fork?: ForkSource;
}

/** How a run is opened. */
export interface OpenOptions {
  /** Whether another driver that works on it is to stop. Default false. */
  readonly takeOver?: boolean;
  /**
   * Whether it is only looked at: the journal has every line, the fault that ended the run too, takes nothing, and is no driver: the
   * run stays as it is, also one that is under way. Default false.
   */
  readonly readOnly?: boolean;
}

/**
 * Where the journals of runs are kept. What it throws is a `JournalError`, or `InvalidOptionError` for a wrong argument; the
 * conformance suite of `@rlm/journal/testing` says what every store does.
 */
export interface RunStore {
  /** A journal for a new run. `InvalidOptionError` where the id is taken. */
  create(options?: CreateOptions): Promise<RunJournal>;
  /**
   * The journal of a run that is there, for its next driver. `journal_locked` where another driver works on it, unless
   * `takeOver`: then that one stops at its next line.
   */
  open(runId: string, options?: OpenOptions): Promise<RunJournal>;
  /** The runs of the store. */
  list(filter?: { readonly status?: RunStatus }): AsyncIterable<RunInfo>;
  /** The lines of a run that count, in their order; also of one that a driver works on. */
  read(runId: string): AsyncIterable<JournalLine>;
  /** Deletes a run, and the blobs that no other run names. `journal_locked` where a driver works on it. */
  remove(runId: string): Promise<void>;
}

/** A line that is to be written, with its path. */
export type PlacedLine = (NewLine & { readonly path: string }) | RunLine;
