import type { ReplLanguage } from '@rlm/repl-types';
import type { CellDiagnosticCode, ExecutionOutcome, SessionState } from '@rlm/repl-types/internal';

import type { SandboxBackend, SessionOptions } from '../contract/session.js';

/** A cell, or several that run one after another in one session. */
type Cells = string | readonly string[];

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
  /** Whether the cell was refused before it ran. */
  readonly refused?: boolean;
  /** Whether the cell could not be read, so that none of it ran. */
  readonly unread?: boolean;
  /** The codes of the diagnostics found in the cell before it ran, in any order. */
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

/** A capability that a backend claims. */
export type Capability = keyof SandboxBackend['capabilities'];

/**
 * One row of the conformance suite. It has a source for every language: a language that joins
 * {@link ReplLanguage} does not compile until each row has its own.
 */
export type ConformanceCase = {
  /** Values that are set before the first cell. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Options of the session, which is then the case's own; host functions are the suite's. */
  readonly options?: Omit<SessionOptions, 'functions'>;
  /** Looks at all variables: those of earlier cases would be in its way. */
  readonly isAlone?: boolean;
  /** Without this capability the case is skipped, with the reason. */
  readonly needs?: Capability;
  readonly expected: Expected;
} & Readonly<Record<ReplLanguage, Cells>>;

/** Rows by their names. */
export type Table = Readonly<Record<string, ConformanceCase>>;

/** The same code in every language. */
export function both<Code extends Cells>(code: Code): Readonly<Record<ReplLanguage, Code>> {
  return { python: code, javascript: code };
}

/** A table whose rows have something in common. */
export function each(common: Pick<ConformanceCase, 'needs' | 'isAlone'>, table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, { ...common, ...row }]),
  );
}
