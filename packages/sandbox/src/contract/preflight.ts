import type { CellDiagnosticCode } from '@rlm/repl-types/internal';

/** How many arguments a function takes: the least, and the most (null for any number). */
export type Arity = readonly [least: number, most: number | null];

/** What an engine is told of the look at a cell before it runs. Without it an engine does not look. */
export interface PreflightRequest {
  /** How many arguments the functions take whose calls are looked at; what the cell or the session replaced is left alone. */
  readonly arities: Readonly<Record<string, Arity>>;
  /** Only takes note of what the cell may set later: a replayed cell has been looked at before. */
  readonly isReplay?: true;
}

/**
 * One thing that a look at a cell found. An engine gives facts, the supervisor the words, so that all languages
 * say the same.
 */
export interface PreflightFinding {
  readonly code: CellDiagnosticCode;
  /** The name in question; empty where there is none. */
  readonly name: string;
  /** The line of the cell, from 1. */
  readonly line: number;
  /** A name that exists and is spelled like it. */
  readonly near?: string;
  /** `wrong_arity`: the arguments that are given; `name_set_later`: the line that sets it. */
  readonly given?: number;
  /** `final_var_missing`: variables that the cell would set, 20 at most. */
  readonly sets?: readonly string[];
  /**
   * Whether the cell fails there in every case: then nothing of it has run. Only for `unknown_name` and
   * `final_var_missing`: at top level, unconditionally, outside `try`, a name that nothing in the session or the cell can set.
   */
  readonly isCertain: boolean;
}

/** The most findings of a cell that an engine gives, those that are certain first. */
export const mostFindings = 8;

/** The longest cell that is looked at, in characters: a longer one runs as it is. */
export const longestLookedAt = 100_000;
