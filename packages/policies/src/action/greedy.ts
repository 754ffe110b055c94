import { definePolicy, type PolicyFactory } from '../define/define-policy.js';
import { best, rankBy, scoreOf } from './rank.js';
import type { ActionPolicy } from '../shapes/action.js';

/** `greedy`: always the candidate with the highest confidence, else score. */
export const greedy: PolicyFactory<object, ActionPolicy> = definePolicy<object, ActionPolicy>({
  name: 'greedy',
  description: 'Always the best-scored action',
  defaults: {},
  create: () => ({
    select: (candidates) => best(rankBy(candidates, scoreOf)),
    rank: (candidates) => rankBy(candidates, scoreOf),
    reset() {
      // It keeps no state.
    },
  }),
});
