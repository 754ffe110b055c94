import { headOf } from '@rlm/repl-types/internal';
import type { REPLResult, ReplLanguage } from '@rlm/repl-types';

/** A block that ran, and what is known about it, for a hint. */
export interface Fault {
  readonly language: ReplLanguage;
  readonly code: string;
  readonly result: REPLResult;
  /** Its error as `type: message`; empty without one. */
  readonly error: string;
  /** The line of code that failed; empty if unknown. */
  readonly line: string;
  /** Types of the variables that have a value, by their names. */
  readonly types: ReadonlyMap<string, string>;
  /** Names of functions: of the runner, of the user's tools, helpers. */
  readonly functions: readonly string[];
  /** Names of the contexts. */
  readonly contexts: readonly string[];
  /** How a block ends the run, in a sentence's words. */
  readonly finish: string;
}

/** A frequent fault of code that models write, and what mends it; null if it does not apply after all. */
export interface HintRule {
  readonly error?: RegExp;
  readonly line?: RegExp;
  readonly code?: RegExp;
  readonly mend: string | ((fault: Fault, match: RegExpExecArray) => string | null);
}

/** The patterns and words of one language of the REPL. */
export interface LanguageWords {
  readonly name: string;
  /** How one text is made of a value. */
  readonly text: string;
  readonly slow: string;
  /** How a value is printed that was not awaited, and what mends that. */
  readonly unawaited: RegExp;
  readonly awaited: string;
  /** A line that begins a statement, which prose hardly does. */
  readonly statement: RegExp;
  /** Words that stand beside other words in code. */
  readonly keywords: ReadonlySet<string>;
  /** What code of this language has, and that of the other one has not. */
  readonly own: RegExp;
  /** Functions that every program may call, and modules and classes by which it calls others. */
  readonly functions: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
  /** Literals of texts and comments, which are not read. */
  readonly masked: RegExp;
  /** What the language of the code was not, and its faults, the most telling first. */
  readonly rules: readonly HintRule[];
}

/** A name that the guest may have made, for a sentence. */
export function named(name: string): string {
  return `\`${headOf(name, 60)}\``;
}
