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
import type { CompositeOptions } from '../termination/options/composite.js';
import { terminationOptions } from '../termination/options/index.js';
import { findKnown } from './find-known.js';
import { kinds } from '../define/kinds.js';

/** The options of what runs may ask for by name, kind by kind. */
export const builtInOptions: Readonly<
  Record<'termination' | 'reward', ReadonlyMap<string, PolicyOptions<object>>>
> = {
  termination: /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(terminationOptions)),
  reward: /* @__PURE__ */ new Map([
    ['default', { defaults: defaultWeights }],
    ['strict', { defaults: strictWeights }],
    ['lenient', { defaults: lenientWeights }],
    ['research', { defaults: researchWeights }],
  ]),
};

/**
 * Checks the name of a built-in policy, and its configuration, without making it. Throws `PolicyError` as the making would:
 * `unknown_policy`, `invalid_policy`; and `InvalidOptionError` for a wrong configuration.
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

/** Where the parts of `composite` are looked up: they are checked in their turn, and none is made. */
const checkedNames: PolicyNames = {
  getTermination(name, config) {
    // No name means the default, as in a registry.
    const [initial] = kinds.termination;
    checkBuiltIn('termination', name === '' ? initial : (name ?? initial), config);
    return unmade;
  },
};

const unmade = /* @__PURE__ */ Object.freeze({}) as TerminationPolicy;
