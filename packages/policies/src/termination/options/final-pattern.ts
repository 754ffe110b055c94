import { listOf } from '@rlm/repl-types/options';

import type { PolicyOptions } from '../../define/policy-options.js';
import { regularExpression } from '../../define/regular-expression.js';

/** Options of `final_pattern` (seed document 001). */
export interface FinalPatternOptions {
  /**
   * Regular expressions to look for instead of `FINAL(...)` and `FINAL_VAR(...)`. The first group is the answer, or
   * else the whole match. If the pattern contains `FINAL_VAR`, it is the variable's name. Patterns are compiled when
   * the policy is made, which refuses invalid ones. They are trusted: one that backtracks blocks the thread. Default:
   * those two calls. With an empty array, only a final action ends the run.
   */
  readonly finalPatterns?: readonly (string | RegExp)[];
  /** If true, `final("x")` does not count; `final(x)` never does. Default: false. */
  readonly caseSensitive?: boolean;
  /** Whether the answer is the content of the call; otherwise it is the whole output. Default: true. */
  readonly extractAnswer?: boolean;
}

/** Represents the calls that the parser reads. Its identity distinguishes it from a user's empty array. */
export const builtInPatterns: readonly (string | RegExp)[] = Object.freeze([]);

/** What `final_pattern` may be configured with. */
export const finalPatternOptions: PolicyOptions<FinalPatternOptions> = {
  defaults: {
    finalPatterns: builtInPatterns,
    caseSensitive: false,
    extractAnswer: true,
  },
  rules: {
    finalPatterns: listOf(regularExpression),
  },
};
