import { PolicyError } from '../policy-error.js';
import { readNumber } from '../define/read-number.js';
import type { ProposedAction } from '../shapes/reward.js';
import type { RankedAction } from '../shapes/action.js';

/** The score of a candidate: its confidence, else its score, else 0.5. */
export function scoreOf(candidate: ProposedAction): number {
  return readNumber(candidate.confidence) ?? readNumber(candidate.score) ?? 0.5;
}

/** Candidates by score, best first; equals keep their order. */
export function rankBy(
  candidates: readonly ProposedAction[],
  score: (candidate: ProposedAction) => number,
): readonly RankedAction[] {
  return candidates
    .map((candidate): RankedAction => [candidate, score(candidate)])
    .sort(([, one], [, other]) => (one === other ? 0 : other - one));
}

/** The best of ranked candidates. Throws if there are no candidates. */
export function best(ranked: readonly RankedAction[]): ProposedAction {
  const first = ranked[0];
  if (first === undefined)
    throw new PolicyError('no_candidates', 'Expected at least one candidate to choose, got none');
  return first[0];
}
