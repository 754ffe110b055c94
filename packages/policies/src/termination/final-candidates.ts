import { findFinalCalls } from '@rlm/termination';

/** A piece of a text that may end a run. */
export interface FinalCandidate {
  /** The answer, or the name of the variable that holds it. */
  readonly content: string;
  /** Whether `content` is the name of a variable. */
  readonly named: boolean;
  /** The piece as it was written. */
  readonly rawMatch: string;
}

/** The FINAL and FINAL_VAR calls of a text: first quoted ones, then bare ones, then variables. */
export function findCalls(text: string, caseSensitive: boolean): readonly FinalCandidate[] {
  const rank = ({ named, content, rawMatch }: FinalCandidate): number =>
    named ? 2 : Number(rawMatch.slice(rawMatch.indexOf('(') + 1, -1).trim() === content);
  return findFinalCalls(text, { caseSensitive })
    .calls.filter((call) => call.finalType !== 'submit')
    .map((call) => ({ ...call, named: call.finalType === 'variable' }))
    .sort((one, other) => rank(one) - rank(other));
}

/** The first match of each pattern. As in Python, `$` also matches before a line break at the end. */
export function findMatches(text: string, patterns: readonly RegExp[]): readonly FinalCandidate[] {
  return patterns.flatMap((pattern) => {
    const match = pattern.exec(text.replace(/\n$/, ''));
    if (match === null) return [];
    const [rawMatch, content = rawMatch] = match;
    return [{ rawMatch, content, named: pattern.source.includes('FINAL_VAR') }];
  });
}
