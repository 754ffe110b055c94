import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import { canonical } from '../guard/identity.js';
import type { ProposedAction } from '../shapes/reward.js';
import { best, rankBy } from './rank.js';
import type { ActionPolicy } from '../shapes/action.js';

/** Options of the policy `mcts`. */
export interface MctsOptions {
  /** The weight of exploring rarely tried actions, against those that have done well. Default: 1.41. */
  readonly explorationConstant?: number | undefined;
}

interface Tally {
  readonly visits: number;
  readonly value: number;
}

/** The value of an action that was never tried. */
const unknownValue = 0.5;

/**
 * `mcts`: UCB1 over actions. `update` distinguishes actions by all their fields except confidence and score. Selects
 * untried actions first, then the most promising one. Ranks by the mean reward alone.
 */
export const mcts: PolicyFactory<MctsOptions, ActionPolicy> = definePolicy<
  MctsOptions,
  ActionPolicy
>({
  name: 'mcts',
  description: 'UCB1 over the rewards of actions',
  defaults: { explorationConstant: 1.41 },
  create({ explorationConstant }) {
    let tallies = new Map<string, Tally>();
    let selections = 0;
    const tallyOf = (action: ProposedAction): Tally =>
      tallies.get(keyOf(action)) ?? { visits: 0, value: 0 };
    return {
      select(candidates) {
        if (candidates.length < 2) return best(rankBy(candidates, () => 0));
        const ranked = rankBy(candidates, (candidate) => {
          const { visits, value } = tallyOf(candidate);
          if (visits === 0) return Infinity;
          const bonus = Math.sqrt(Math.log(selections + 1) / visits);
          return value / visits + explorationConstant * bonus;
        });
        selections++;
        return best(ranked);
      },
      rank: (candidates) =>
        rankBy(candidates, (candidate) => {
          const { visits, value } = tallyOf(candidate);
          return visits === 0 ? unknownValue : value / visits;
        }),
      update(action, reward) {
        const { visits, value } = tallyOf(action);
        tallies.set(keyOf(action), { visits: visits + 1, value: value + reward });
      },
      reset() {
        tallies = new Map();
        selections = 0;
      },
    };
  },
});

function keyOf(action: ProposedAction): string {
  return canonical({ ...action, confidence: undefined, score: undefined });
}
