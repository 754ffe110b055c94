import type { PolicyFamily } from '../define/kinds.js';
import { beamSearch } from './beam-search.js';
import { greedy } from './greedy.js';
import { mcts } from './mcts.js';
import { sampling } from './sampling.js';

export { beamSearch, type BeamSearchOptions, type BeamSearchPolicy } from './beam-search.js';
export type { MctsOptions } from './mcts.js';
export type { SamplingOptions } from './sampling.js';
export type { ProposedAction } from '../shapes/reward.js';
export type { ActionPolicy } from '../shapes/action.js';

/** The built-in action policies, for `createPolicyRegistry({ families: [actionPolicies] })`. */
export const actionPolicies: PolicyFamily<'action'> = {
  kind: 'action',
  policies: [greedy, sampling, beamSearch, mcts],
};
