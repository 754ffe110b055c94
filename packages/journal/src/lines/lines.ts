import type { RunEnd, RunHead, RunLine } from '@rlm/kernel/internal';

/** Where the lines of a fork come from. */
export interface ForkOrigin {
  readonly run: string;
  readonly atStep: number;
  /** Whether the root model's reply at that step was replaced. */
  readonly isReplied?: boolean;
  /** What the ancestor is made of; absent where it never began. */
  readonly head?: RunHead;
}

/**
 * What a journal is of. The first line is one, written when the run is created; the first driver's `begin` writes another,
 * which also has what the run is made of. The last one counts.
 */
export interface HeadLine extends Partial<RunHead> {
  readonly t: 'head';
  readonly format: 'rlm-journal';
  readonly version: 1;
  readonly run: string;
  readonly seed: string;
  readonly nonce: string;
  /** When the run was created, in milliseconds since 1970. */
  readonly made: number;
  /** The caller's own, JSON: what a program needs to make the run's options again. */
  readonly spec?: unknown;
  readonly from?: ForkOrigin;
}

/** A driver begins: what others write after this line, without a newer `open` of theirs, does not count. */
export interface OpenLine {
  readonly t: 'open';
  readonly pid: number;
  readonly host: string;
  /** Tells drivers apart. */
  readonly by: string;
  /** How long earlier drivers have worked on the run, in milliseconds. */
  readonly elapsedMs: number;
  /** Lines of the run with this number and above, before this line, do not count any more: the fault that ended it, and what followed. */
  readonly back?: number;
}

/** How the run ended. */
export interface EndLine extends RunEnd {
  readonly t: 'end';
}

/** What a journal holds, without a line's number and epoch. */
export type LineBody = HeadLine | OpenLine | RunLine | EndLine;

/** A line of a journal. */
export type JournalLine = LineBody & {
  /** Consecutive, from 0. */
  readonly n: number;
  /** The epoch of the driver that wrote it. */
  readonly e: number;
  /** How long the run has been worked on when it was written, in milliseconds. */
  readonly ms: number;
};
