import type { REPLResult, ReplLanguage } from '@rlm/repl-types';

/** A block that ran, and what is known where it did, for a hint. */
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
  /** Names that blocks were to set which stopped before. */
  readonly unset: ReadonlySet<string>;
  /** Names of functions: of the runner, of the user's tools, helpers. */
  readonly functions: readonly string[];
  /** Names of the contexts. */
  readonly contexts: readonly string[];
}

/** A frequent fault of code that models write, and what mends it; null if it does not apply after all. */
export interface HintRule {
  readonly error?: RegExp;
  readonly line?: RegExp;
  readonly code?: RegExp;
  readonly mend: string | ((fault: Fault, match: RegExpExecArray) => string | null);
}

/** The mend of the first rule that applies; null if none does. */
export function firstMend(rules: readonly HintRule[], fault: Fault): string | null {
  for (const { error, line, code, mend } of rules) {
    if (line !== undefined && !line.test(fault.line)) continue;
    if (code !== undefined && !code.test(fault.code)) continue;
    const match = (error ?? /^/).exec(fault.error);
    if (match === null) continue;
    const told = typeof mend === 'string' ? mend : mend(fault, match);
    if (told !== null) return told;
  }
  return null;
}

/** A name that the guest may have made, for a sentence. */
export function named(name: string): string {
  return `\`${name.slice(0, 60)}\``;
}
