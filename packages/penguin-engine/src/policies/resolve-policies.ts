import { statedConfidence } from '@rlm/policies';

import type { CreateRunOptions, RunPolicy } from '../kernel/options/options.js';
import type { Diagnostic } from '../kernel/scope/context.js';
import { policyFinder } from './find-policies.js';
import type { PolicyOptions, PolicySource } from './policy-options.js';

/** The part of a run's options that policies are. */
export type ResolvedPolicies = Pick<
  CreateRunOptions,
  'policies' | 'reward' | 'confidence' | 'remarks'
>;

/**
 * The policies of a run as the kernel takes them: a name or a configuration becomes a recipe, so that each
 * run of a tree gets its own policy. Options that {@link policyRules} has not checked may throw.
 */
export function resolvePolicies(options: PolicyOptions): ResolvedPolicies {
  const { policies = [], policyRegistry, reward, confidence } = options;
  const finder = policyFinder(policyRegistry);
  const resolve = (source: PolicySource): RunPolicy =>
    typeof source === 'function' || (typeof source === 'object' && 'shouldTerminate' in source)
      ? source
      : () => finder.termination(source);
  return {
    policies: policies.map(resolve),
    ...(reward === undefined ? {} : { reward: finder.reward(reward) }),
    confidence: confidence ?? (({ reply }) => statedConfidence(reply)),
    remarks: replacements(options),
  };
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
    (policyRegistry?.list?.(kind) ?? [])
      .filter(({ origin }) => origin === 'replacement')
      .map(({ name }) => ({
        code: 'built_in_replaced',
        message: `The registered ${kind} policy '${name}' takes the place of the built-in one`,
      })),
  );
}
