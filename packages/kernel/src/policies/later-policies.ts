import type { PolicyNames, PolicyRegistry, TerminationPolicy } from '@rlm/policies';
import { loadBuiltIns } from '@rlm/policies/internal';
import type { RewardPolicy } from '@rlm/policies/reward';

import type { PolicyFinder } from './find-policies.js';

/** The built-in policies of one run: placeholders until they are loaded. */
export interface LaterPolicies extends PolicyFinder {
  /**
   * Loads the policies that have been requested so far, if any. They may be used once it has
   * resolved.
   */
  load(): Promise<void>;
}

/** Finds built-in policies by checked names and configurations, without loading them yet. */
export function laterPolicies(): LaterPolicies {
  let isNeeded = false;
  let loaded: PolicyRegistry | undefined;
  const later = <Policy>(make: (registry: PolicyRegistry) => Policy): (() => Policy) => {
    isNeeded = true;
    let policy: Policy | undefined;
    return () => {
      if (loaded === undefined) throw new Error('The policies of the run are not loaded yet');
      return (policy ??= make(loaded));
    };
  };
  return {
    async load() {
      if (isNeeded) loaded ??= await loadBuiltIns();
    },
    termination: ({ name, config }) =>
      terminationLater(
        name,
        later((registry: PolicyNames) => registry.getTermination(name, config)),
      ),
    reward({ name, config }) {
      const policy = later((registry) => registry.getReward(name, config));
      return {
        name,
        description: name,
        calculate: (...step) => policy().calculate(...step),
      } satisfies RewardPolicy;
    },
  };
}

function terminationLater(name: string, policy: () => TerminationPolicy): TerminationPolicy {
  return {
    name,
    description: name,
    shouldTerminate: (...step) => policy().shouldTerminate(...step),
    beforeStep: (context) => policy().beforeStep?.(context) ?? { terminate: false },
    reviewAnswer: (...answer) => policy().reviewAnswer?.(...answer) ?? { accept: true },
    // Made for one run, so there is nothing to reset.
    reset: () => undefined,
  };
}
