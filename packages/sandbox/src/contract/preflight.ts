import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

/** How many arguments a function takes: the least, and the most (null for any number). */
export type Arity = readonly [least: number, most: number | null];

/** Asks an engine to check a cell before it runs. Without it an engine does not check. */
export interface PreflightRequest {
  /**
   * How many arguments the functions take whose calls are checked. Functions that the cell or the session replaced are
   * ignored.
   */
  readonly arities: Readonly<Record<string, Arity>>;
  /** Only records what the cell may set later: a replayed cell was checked before. */
  readonly isReplay?: true | undefined;
}

/**
 * One finding of a preflight check, or of the look at the names of the host after a cell. An engine gives facts; the
 * supervisor writes the text, so that all languages say the same.
 */
export interface PreflightFinding {
  readonly code: CellDiagnosticCode;
  /** The name in question; empty if there is none. */
  readonly name: string;
  /** The line of the cell, from 1; 0 for what is not of one line. */
  readonly line: number;
  /** A name that exists and is spelled like it. */
  readonly near?: string | undefined;
  /** `wrong_arity`: the number of arguments in the call; `name_set_later`: the line that sets it. */
  readonly given?: number | undefined;
  /** `final_var_missing`: variables that the cell would set, 20 at most. */
  readonly sets?: readonly string[] | undefined;
  /**
   * Whether the cell must not run: then nothing of it has run. `async_callback` always; else only `unknown_name` and
   * `final_var_missing`, if the cell fails there in every case: at top level, unconditionally, outside `try`, a name that nothing in
   * the session or the cell can set.
   */
  readonly isCertain: boolean;
}

/** The most findings that an engine reports for a cell, certain ones first. */
export const maxFindings = 8;

/** The longest cell that is looked at, in characters: a longer one runs as it is. */
export const maxSourceChars = 100_000;
