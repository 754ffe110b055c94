import type { RunEnd, RunHead, RunLine } from '@rlm/kernel';

/** The origin of a fork's lines. */
export interface ForkOrigin {
  readonly run: string;
  readonly atStep: number;
  /** Whether the root model's reply at that step was replaced. */
  readonly isReplied?: boolean | undefined;
  /** The version of the journal that its lines are from, if that is older than its own. */
  readonly version?: number | undefined;
  /** The head of the ancestor; absent if it never began. */
  readonly head?: RunHead | undefined;
}

/**
 * The head of a journal. The first line is one, written when the run is created. The first owner's `begin` writes
 * another, which also has the run's parts. The last one counts.
 */
export interface HeadLine extends Partial<RunHead> {
  readonly t: 'head';
  readonly format: 'rlm-journal';
  /** The version of the format: what it means is in `version.ts`. */
  readonly version: number;
  readonly run: string;
  readonly seed: string;
  readonly nonce: string;
  /** When the run was created, in milliseconds since 1970. */
  readonly made: number;
  /** The caller's own JSON: the data that a program needs to recreate the run's options. */
  readonly spec?: unknown;
  readonly from?: ForkOrigin | undefined;
}

/** An owner begins: lines that others write after this one, without a newer `open` of theirs, do not count. */
export interface OpenLine {
  readonly t: 'open';
  readonly pid: number;
  readonly host: string;
  /** Tells owners apart. */
  readonly by: string;
  /** How long earlier owners have worked on the run, in milliseconds. */
  readonly elapsedMs: number;
  /**
   * Lines of the run before this one, from this number on, no longer count: the fault that ended it, and its
   * consequences.
   */
  readonly back?: number;
}

/** How the run ended. */
export interface EndLine extends RunEnd {
  readonly t: 'end';
}

/** The contents of a line, without its number and epoch. */
export type LineBody = HeadLine | OpenLine | RunLine | EndLine;

/** A line of a journal. */
export type JournalLine = LineBody & {
  /** Consecutive, from 0. */
  readonly n: number;
  /** The epoch of the owner that wrote it. */
  readonly e: number;
  /** How long the run has been worked on when it was written, in milliseconds. */
  readonly ms: number;
};
