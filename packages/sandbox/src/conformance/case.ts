import type { ReplLanguage } from '@rlm/repl-types';
import type { CellDiagnosticCode, ExecutionOutcome, SessionState } from '@rlm/repl-types/internal';

import type { SandboxBackend, SessionOptions } from '../contract/session.js';

/** A cell, or several that run one after another in one session. */
export type Cells = string | readonly string[];

/** A text, or one for each language. */
export type PerLanguage = string | Readonly<Record<ReplLanguage, string>>;

/** The expected result of a case's last cell. Absent fields are not checked, except `outcome`, which is then `ok`. */
export interface Expected {
  readonly outcome?: ExecutionOutcome;
  readonly stdout?: PerLanguage;
  /** Texts that the output must contain. */
  readonly prints?: readonly string[];
  /** The text of the last expression's value, or null for none. */
  readonly value?: PerLanguage | null;
  /** Texts that the value must contain. */
  readonly valueContains?: readonly string[];
  /** The longest that the value's text may be. */
  readonly maxValueChars?: number;
  readonly stderrContains?: string;
  readonly errorType?: PerLanguage;
  readonly errorContains?: PerLanguage;
  readonly traceback?: PerLanguage;
  /** Whether the cell was refused before it ran; not checked if absent. */
  readonly refused?: boolean;
  /** Whether the cell could not be read, so that none of it ran; not checked if absent. */
  readonly unread?: boolean;
  /** The codes of the diagnostics found in the cell before it ran, in any order; not checked if absent. */
  readonly diagnostics?: readonly CellDiagnosticCode[];
  /** The state of the variables afterwards. */
  readonly session?: SessionState;
  /** The names of all variables of the user. */
  readonly locals?: readonly string[];
  /** The whole final signal, or null for none. */
  readonly final?: unknown;
  /** Host functions that were called, all cells together. */
  readonly calls?: number;
  /** The results of `get` afterwards, by name. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * One row of the conformance suite. It has a source for every language: a language that joins
 * {@link ReplLanguage} does not compile until each row has its own.
 */
export type ConformanceCase = {
  readonly name: string;
  /** Values that are set before the first cell. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Options of the session; host functions are the suite's. */
  readonly options?: Omit<SessionOptions, 'functions'>;
  /**
   * Looks at all variables, so that those of earlier cases would be in its way: has a session of its own, unless the
   * language lets them be removed. `new`: not even then does it share one.
   */
  readonly isAlone?: true | 'new';
  /** A capability that the backend must claim. Without it the case is skipped, with the reason. */
  readonly needs?: keyof SandboxBackend['capabilities'];
  readonly expected: Expected;
} & Readonly<Record<ReplLanguage, Cells>>;
