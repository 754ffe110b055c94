import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

/** Asks a child to look at a cell before it runs. Without it a child does not look. */
export interface PreflightRequest {
  /** Only records what the cell may set later: a replayed cell was looked at before. */
  readonly isReplay?: true | undefined;
}

/**
 * One finding of the look at a cell before it runs, or of the look at the names of the host after it. A child gives facts; the
 * session writes the text, so that all languages say the same.
 */
export interface PreflightFinding {
  readonly code: CellDiagnosticCode;
  /** The name in question; empty if there is none. */
  readonly name: string;
  /** The line of the cell, from 1; 0 for what is not of one line. */
  readonly line: number;
  /** A name that exists and is spelled like it. */
  readonly near?: string | undefined;
  /** `final_var_missing`: variables that the cell would set, 20 at most. */
  readonly sets?: readonly string[] | undefined;
  /**
   * Whether the cell must not run: then nothing of it has run. `async_callback` always; else only `unknown_name` and
   * `final_var_missing`, if the cell fails there in every case: at top level, unconditionally, outside `try`, a name that nothing in
   * the session or the cell can set.
   */
  readonly isCertain: boolean;
}

/** The most findings that a child reports for a cell, certain ones first. */
export const maxFindings = 8;

/** The longest cell that is looked at, in characters: a longer one runs as it is. */
export const maxSourceChars = 100_000;
