import { statedConfidence } from '@rlm/policies';
import type { RewardPolicy } from '@rlm/policies/reward';
import { askHook, checkOption, isPromise, refuseOption } from '@rlm/repl-types/internal';

import { rewardRule } from '../options/check-run.js';
import type { CreateRunOptions } from '../options/options.js';
import type { Diagnostic } from '../contract/context.js';
import { named, policyFinder, rewardOf, type PolicyFinder } from './find-policies.js';
import type {
  PolicyOptions,
  PolicySource,
  RewardSource,
  RunPolicy,
} from '../contract/policy-options.js';

/** The policy options of a run, as `createRun` takes them. */
type ResolvedPolicies = Pick<
  CreateRunOptions,
  'policies' | 'reward' | 'confidence' | 'diagnostics'
>;

/**
 * The policies of a run in the kernel's form: a name or a configuration becomes a recipe, so that
 * each run of a tree gets a policy of its own. Takes options that `policyRules` has checked.
 */
export function resolvePolicies(options: PolicyOptions): ResolvedPolicies {
  const { policies = [], policyRegistry, reward, confidence } = options;
  const finder = policyFinder(policyRegistry);
  const resolve = (source: PolicySource): RunPolicy =>
    typeof source === 'function' || (typeof source === 'object' && 'shouldTerminate' in source)
      ? source
      : () => finder.termination(named(source));
  return {
    policies: policies.map(resolve),
    reward: reward === undefined ? undefined : checkedReward(reward, finder),
    confidence: confidence ?? (({ reply }) => statedConfidence(reply)),
    diagnostics: replacements(options),
  };
}

/**
 * The reward policy of a source. Throws `InvalidOptionError` if a registry or a factory returned
 * something else.
 */
function checkedReward(source: RewardSource, finder: PolicyFinder): RewardPolicy {
  const made = rewardOf(source, finder);
  isPromise(made);
  checkOption('reward', made, rewardRule, refuseOption);
  return made;
}

/** Reports which built-in policies are replaced, in a run that looks up policies by name. */
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
