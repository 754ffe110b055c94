import type { RewardPolicy } from '@rlm/policies/reward';
import { askHook, checkOption, isPromise, refuseOption } from '@rlm/repl-types/internal';

import { rewardRule } from '../options/check-run.js';
import type { CreateRunOptions } from '../options/options.js';
import type { Diagnostic } from '../contract/context.js';
import { named, policyFinder, rewardOf, type PolicyFinder } from './find-policies.js';
import { laterPolicies } from './later-policies.js';
import { readConfidence } from './read-confidence.js';
import type {
  PolicyOptions,
  PolicySource,
  RewardSource,
  RunPolicy,
} from '../contract/policy-options.js';

/** The part of a run's options that policies are. */
interface ResolvedPolicies {
  readonly options: Pick<CreateRunOptions, 'policies' | 'reward' | 'confidence' | 'remarks'>;
  /** Loads the built-in policies that are asked for by name: to be awaited before the run's first step. */
  readonly load: () => Promise<void>;
}

/**
 * The policies of a run as the kernel takes them: a name or a configuration becomes a recipe, so that each
 * run of a tree gets its own policy. Takes options that `policyRules` has checked.
 */
export function resolvePolicies(options: PolicyOptions): ResolvedPolicies {
  const { policies = [], policyRegistry, reward, confidence } = options;
  const later = laterPolicies();
  const finder = policyFinder(policyRegistry, later);
  const resolve = (source: PolicySource): RunPolicy =>
    typeof source === 'function' || (typeof source === 'object' && 'shouldTerminate' in source)
      ? source
      : () => finder.termination(named(source));
  return {
    options: {
      policies: policies.map(resolve),
      ...(reward === undefined ? {} : { reward: checkedReward(reward, finder) }),
      confidence: confidence ?? readConfidence,
      remarks: replacements(options),
    },
    load: () => later.load(),
  };
}

/** The reward policy of a source. Throws `InvalidOptionError` where a registry, or a factory, gave none. */
function checkedReward(source: RewardSource, finder: PolicyFinder): RewardPolicy {
  const made = rewardOf(source, finder);
  isPromise(made);
  checkOption('reward', made, rewardRule, refuseOption);
  return made;
}

/** Which built-in policies stand no more for their names, in a run that looks policies up by name. */
function replacements({
  policies = [],
  policyRegistry,
  reward,
}: PolicyOptions): readonly Diagnostic[] {
  const byName = [...policies, reward].some(
    (source) =>
      typeof source === 'string' ||
      (typeof source === 'object' && !('shouldTerminate' in source || 'calculate' in source)),
  );
  if (!byName) return [];
  return (['termination', 'reward'] as const).flatMap((kind) =>
    (askHook('list() of the policy registry', () => policyRegistry?.list?.(kind)) ?? [])
      .filter(({ origin }) => origin === 'replacement')
      .map(({ name }) => ({
        code: 'built_in_replaced',
        message: `The registered ${kind} policy '${name}' replaces the built-in one`,
      })),
  );
}
