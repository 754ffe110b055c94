import { helperNames } from '@rlm/sandbox/internal';

import { replFunctions } from '../repl-functions.js';
import type { RlmPlan } from './rlm-plan.js';

/** Names of the functions that a run's REPL has, but for those that end the run. */
export function functionsOf({
  options,
  tools,
}: Pick<RlmPlan, 'options' | 'tools'>): readonly string[] {
  const helpers = options.sandbox.capabilities.helpers === true ? helperNames : [];
  return [...replFunctions, ...helpers, ...tools.names];
}
