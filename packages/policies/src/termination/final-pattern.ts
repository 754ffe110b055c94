import { formatFinalAnswer } from '@rlm/termination';

import { proceed, stop } from '../define/decisions.js';
import { defineTermination, type TerminationFactory } from '../define/define-termination.js';
import { findCalls, findMatches } from './final-candidates.js';
import {
  builtInPatterns,
  finalPatternOptions,
  type FinalPatternOptions,
} from './options/final-pattern.js';

/**
 * `final_pattern`: ends a run on a final action, or on `FINAL(...)` or `FINAL_VAR(...)` in the output, as the parser of
 * `@rlm/termination` reads it. A quoted FINAL outranks a bare one, and both outrank FINAL_VAR. A variable that does not
 * exist ends nothing.
 */
export const finalPattern: TerminationFactory<FinalPatternOptions> =
  defineTermination<FinalPatternOptions>({
    name: 'final_pattern',
    description: 'On FINAL() or FINAL_VAR()',
    ...finalPatternOptions,
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
