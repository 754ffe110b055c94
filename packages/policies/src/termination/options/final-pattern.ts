import { listOf } from '@rlm/repl-types/options';

import type { PolicyOptions } from '../../define/policy-options.js';
import { regularExpression } from '../../define/regular-expression.js';

/** Options of `final_pattern` (seed document 001). */
export interface FinalPatternOptions {
  /**
   * Regular expressions to look for instead of `FINAL(...)` and `FINAL_VAR(...)`. The first group is the
   * answer, or the whole match; with `FINAL_VAR` in it, the variable's name. Compiled when the policy is
   * made, which refuses a bad one. Patterns are trusted: one that backtracks holds the thread. Default: those two calls. An empty array looks for nothing: only a final action ends the run.
   */
  readonly finalPatterns?: readonly (string | RegExp)[];
  /** Whether `final("x")` does not count; `final(x)` never does. Default: false. */
  readonly caseSensitive?: boolean;
  /** Whether the answer is what the call holds; else the whole output. Default: true. */
  readonly extractAnswer?: boolean;
}

/** Stands for the calls that the parser reads; told from a user's empty array by being this one. */
export const builtInPatterns: readonly (string | RegExp)[] = Object.freeze([]);

/** What `final_pattern` may be configured with. */
export const finalPatternOptions: PolicyOptions<FinalPatternOptions> = {
  defaults: {
    finalPatterns: builtInPatterns,
    caseSensitive: false,
    extractAnswer: true,
  },
  rules: {
    finalPatterns: /* @__PURE__ */ listOf(regularExpression),
  },
};
