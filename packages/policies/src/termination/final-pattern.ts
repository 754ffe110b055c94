import { listOf } from '@rlm/repl-types/options';
import { formatFinalAnswer } from '@rlm/termination';

import { regularExpression } from '../define/regular-expression.js';
import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { findCalls, findMatches } from './final-candidates.js';

/** Options of `final_pattern`. */
export interface FinalPatternOptions {
  /**
   * Regular expressions to look for instead of `FINAL(...)` and `FINAL_VAR(...)`. The first group is the answer, or
   * else the whole match. If the pattern contains `FINAL_VAR`, it is the variable's name. Patterns are compiled when
   * the policy is made, which refuses invalid ones. They are trusted: one that backtracks blocks the thread. Default:
   * those two calls. With an empty array, only a final action ends the run.
   */
  readonly finalPatterns?: readonly (string | RegExp)[] | undefined;
  /** If true, `final("x")` does not count; `final(x)` never does. Default: false. */
  readonly caseSensitive?: boolean | undefined;
  /** Whether the answer is the content of the call; otherwise it is the whole output. Default: true. */
  readonly extractAnswer?: boolean | undefined;
}

/** Represents the calls that the parser reads. Its identity distinguishes it from a user's empty array. */
const builtInPatterns: readonly (string | RegExp)[] = Object.freeze([]);

/**
 * `final_pattern`: ends a run on a final action, or on `FINAL(...)` or `FINAL_VAR(...)` in the output, as the parser of
 * `@rlm/termination` reads it. A quoted FINAL outranks a bare one, and both outrank FINAL_VAR. A variable that does not
 * exist ends nothing.
 */
export const finalPattern: TerminationFactory<FinalPatternOptions> =
  defineTermination<FinalPatternOptions>({
    name: 'final_pattern',
    description: 'On FINAL() or FINAL_VAR()',
    defaults: {
      finalPatterns: builtInPatterns,
      caseSensitive: false,
      extractAnswer: true,
    },
    rules: {
      finalPatterns: listOf(regularExpression),
    },
    start({ finalPatterns, caseSensitive, extractAnswer }) {
      const flags = caseSensitive ? '' : 'i';
      const patterns = finalPatterns.map((pattern) => new RegExp(pattern, flags));
      return ({ actionType, output }, { variables }) => {
        const candidates =
          finalPatterns === builtInPatterns
            ? findCalls(output, caseSensitive)
            : findMatches(output, patterns);
        if (actionType === 'final' && candidates[0]?.rawMatch !== output.trim())
          return stop('final_action', 'Final action', output === '' ? null : output);
        for (const { named, content, rawMatch } of candidates) {
          if (named && !Object.hasOwn(variables, content)) continue;
          const answer = named ? formatFinalAnswer(variables[content]) : content;
          const reason = `Found ${rawMatch.slice(0, 80)}`;
          const end = stop('final_pattern', reason, extractAnswer ? answer : output);
          return named && extractAnswer ? { ...end, variable: content } : end;
        }
        return proceed;
      };
    },
  });
