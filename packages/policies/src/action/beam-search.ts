import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import type { ProposedAction } from '../shapes/reward.js';
import { best, rankBy, scoreOf } from './rank.js';
import type { ActionPolicy, RankedAction } from '../shapes/action.js';

/** Options of {@link beamSearch}. */
export interface BeamSearchOptions {
  /** How many candidates the beam keeps. Default: 3. */
  readonly beamWidth?: number | undefined;
  /** The exponent by which later steps reduce scores. Default: 0.6. */
  readonly lengthPenalty?: number | undefined;
  /** The penalty for a candidate if an earlier one in the list has the same kind of action. Default: 0.2. */
  readonly diversityPenalty?: number | undefined;
}

/** An action policy that keeps several hypotheses. */
export interface BeamSearchPolicy extends ActionPolicy {
  /** The best candidates of the last `select`, for callers that follow more than one. */
  beam(): readonly RankedAction[];
}

/** `beam_search`: ranks by score / ((5 + step) / 6) ^ lengthPenalty, minus the diversity penalty. */
export const beamSearch: PolicyFactory<BeamSearchOptions, BeamSearchPolicy> = definePolicy<
  BeamSearchOptions,
  BeamSearchPolicy
>({
  name: 'beam_search',
  description: 'Keep the best few, of different kinds',
  defaults: {
    beamWidth: 3,
    lengthPenalty: 0.6,
    diversityPenalty: 0.2,
  },
  create({ beamWidth, lengthPenalty, diversityPenalty }) {
    let kept: readonly RankedAction[] = [];
    const rank = (candidates: readonly ProposedAction[], step: number): readonly RankedAction[] => {
      const seen = new Set<string>();
      const divisor = ((5 + step) / 6) ** lengthPenalty;
      return rankBy(candidates, (candidate) => {
        const kind = candidate.action ?? 'unknown';
        const penalty = seen.has(kind) ? diversityPenalty : 0;
        seen.add(kind);
        return scoreOf(candidate) / divisor - penalty;
      });
    };
    return {
      select(candidates, context) {
        const ranked = rank(candidates, context.step);
        kept = ranked.slice(0, beamWidth);
        return best(ranked);
      },
      rank: (candidates, context) => rank(candidates, context.step),
      beam: () => kept,
      reset() {
        kept = [];
      },
    };
  },
});
