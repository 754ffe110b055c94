import { policiesFor } from '../combinators/condition.js';
import { completeConfig } from '../define/complete-config.js';
import { makeNested } from '../define/nesting.js';
import type { PolicyNames } from '../define/policy-names.js';
import type { PolicyOptions } from '../define/policy-options.js';
import {
  defaultWeights,
  lenientWeights,
  researchWeights,
  strictWeights,
} from '../reward/weights.js';
import type { TerminationPolicy } from '../shapes/policy.js';
import type { CompositeOptions } from '../termination/options/policy-configs.js';
import { terminationOptions } from '../termination/options/index.js';
import { findKnown } from './find-known.js';
import { kinds } from '../define/kinds.js';

/** The options of policies that runs may request by name, for each kind. */
export const builtInOptions: Readonly<
  Record<'termination' | 'reward', ReadonlyMap<string, PolicyOptions<object>>>
> = {
  termination: new Map(Object.entries(terminationOptions)),
  reward: new Map([
    ['default', { defaults: defaultWeights }],
    ['strict', { defaults: strictWeights }],
    ['lenient', { defaults: lenientWeights }],
    ['research', { defaults: researchWeights }],
  ]),
};

/**
 * Checks the name of a built-in policy and its configuration, without making the policy. Throws the same errors as
 * making it: `PolicyError` (`unknown_policy`, `invalid_policy`), and `InvalidOptionError` for a wrong configuration.
 */
export function checkBuiltIn(
  kind: 'termination' | 'reward',
  name: string,
  config?: object | null,
): void {
  const { defaults, rules } = findKnown(builtInOptions[kind], name, `${kind} policy`);
  const complete = completeConfig(name, defaults, config, rules);
  if (name !== 'composite') return;
  const { policies } = complete as Required<CompositeOptions>;
  makeNested(name, () => policiesFor(name, policies, checkedNames, () => unmade));
}

/** Looks the parts of `composite` up: each is checked in turn, and no policy is made. */
const checkedNames: PolicyNames = {
  getTermination(name, config) {
    // Without a name, the default is used, as in a registry.
    const [initial] = kinds.termination;
    checkBuiltIn('termination', name === '' ? initial : (name ?? initial), config);
    return unmade;
  },
};

const unmade = Object.freeze({}) as TerminationPolicy;
