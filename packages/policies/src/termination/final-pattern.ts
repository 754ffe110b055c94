import { listOf } from '@rlm/repl-types/options';
import { formatFinalAnswer } from '@rlm/termination';

import {
  defineTermination,
  proceed,
  stop,
  type TerminationFactory,
} from '../define/define-termination.js';
import { regularExpression } from '../define/regular-expression.js';
import { findCalls, findMatches } from './final-candidates.js';

/** Options of {@link finalPattern} (seed document 001). */
export interface FinalPatternOptions {
  /**
   * Regular expressions to look for instead of `FINAL(...)` and `FINAL_VAR(...)`. The first group is the
   * answer, or the whole match; with `FINAL_VAR` in it, the variable's name. Compiled when the policy is
   * made, which refuses a bad one. Default: those two calls. An empty array looks for nothing: only a final action ends the run.
   */
  readonly finalPatterns?: readonly (string | RegExp)[];
  /** Whether `final("x")` does not count; `final(x)` never does. Default: false. */
  readonly caseSensitive?: boolean;
  /** Whether the answer is what the call holds; else the whole output. Default: true. */
  readonly extractAnswer?: boolean;
}

/** Stands for the calls that the parser reads; told from a user's empty array by being this one. */
const builtIn: readonly (string | RegExp)[] = Object.freeze([]);

/**
 * `final_pattern`: ends a run on a final action, or on `FINAL(...)` or `FINAL_VAR(...)` in the output, as
 * the parser of `@rlm/termination` reads it. A quoted FINAL outranks a bare one, and both outrank
 * FINAL_VAR; a variable that does not exist ends nothing.
 */
export const finalPattern: TerminationFactory<FinalPatternOptions> =
  defineTermination<FinalPatternOptions>({
    name: 'final_pattern',
    description: 'On FINAL() or FINAL_VAR()',
    defaults: {
      finalPatterns: builtIn,
      caseSensitive: false,
      extractAnswer: true,
    },
    rules: {
      finalPatterns: /* @__PURE__ */ listOf(regularExpression),
    },
    start({ finalPatterns, caseSensitive, extractAnswer }) {
      const flags = caseSensitive ? '' : 'i';
      const patterns = finalPatterns.map((pattern) => new RegExp(pattern, flags));
      return ({ actionType, output }, { variables }) => {
        const candidates =
          finalPatterns === builtIn
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
