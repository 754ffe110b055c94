import {
  callable,
  describeValue,
  isPromise,
  isRecord,
  messageOf,
  mismatch,
  type OptionFault,
  type OptionRules,
  unexpected,
  withMethods,
} from '@rlm/repl-types/internal';
import type { PolicyNames } from '@rlm/policies';
import { fields, listOf, required, rule, someText, type OptionRule } from '@rlm/repl-types/options';

import { policyRule, rewardRule } from '../options/check-run.js';
import { named, policyFinder, rewardOf, type PolicyByName } from './find-policies.js';
import type { PolicyOptions, RewardSource } from '../contract/policy-options.js';

const policy = 'a name, { name, config }, a policy, or a function that makes one';
const reward = 'a name, { name, config }, a reward policy, or a function of result and context';

const config: OptionRule = rule(
  'an object',
  (value) => value === null || (typeof value === 'object' && !Array.isArray(value)),
);
const namedPolicy = (): OptionRule => fields<PolicyByName>({ name: required(someText), config });

/**
 * The rules for the policy options of loops. An unknown name or a wrong configuration is refused at
 * the call: each policy is made once.
 */
export function policyRules(registry: PolicyNames | undefined): OptionRules<PolicyOptions> {
  const finder = policyFinder(registry);
  const source = ruleOf(policy, (value, option) => {
    if (typeof value === 'function') return findRecipeFault(value as () => unknown, option);
    if (typeof value === 'object' && 'shouldTerminate' in value)
      return policyRule.find(value, option);
    return (
      findNameFault(value, option, policy) ??
      attempt(option, () => finder.termination(named(value as PolicyByName)))
    );
  });
  const valued = ruleOf(reward, (value, option) => {
    if (typeof value === 'object' && 'calculate' in value) {
      return rewardRule.find(value, option);
    }
    return (
      (typeof value === 'function' ? undefined : findNameFault(value, option, reward)) ??
      attempt(option, () => rewardOf(value as RewardSource, finder))
    );
  });
  return {
    policyRegistry: withMethods('a registry made by createPolicyRegistry()', ['getTermination']),
    policies: listOf(source),
    reward: valued,
    confidence: callable,
  };
}

/** A rule for the forms in which a policy may be given: text, a function or an object. */
function ruleOf(
  expected: string,
  find: (value: string | object, option: string) => OptionFault | undefined,
): OptionRule {
  return {
    expected,
    find(value, option) {
      return isRecord(value) || typeof value === 'string' || typeof value === 'function'
        ? find(value, option)
        : unexpected(option, expected, value);
    },
  };
}

function findNameFault(
  value: string | object,
  option: string,
  expected: string,
): OptionFault | undefined {
  if (typeof value === 'string') {
    return value.trim() === '' ? unexpected(option, expected, value) : undefined;
  }
  return Object.keys(value).length === 0
    ? unexpected(option, expected, value)
    : namedPolicy().find(value, option);
}

function findRecipeFault(make: () => unknown, option: string): OptionFault | undefined {
  let made: unknown;
  try {
    made = make();
  } catch (error) {
    const lacks = make.length > 0 && error instanceof TypeError;
    const needs = lacks ? 'needs arguments' : `threw: ${messageOf(error)}`;
    return mismatch(option, maker, `one that ${needs.replace(/\.$/, '')}`, advice);
  }
  if (!isPromise(made) && policyRule.find(made, option) === undefined) return undefined;
  return mismatch(option, maker, `one that returned ${describeValue(made)}`, advice);
}

const maker = 'a function that makes a policy';

const advice =
  'For a stop condition of the AI SDK, use fromStopCondition() of @rlm/policies/ai-sdk.';

function attempt(option: string, make: () => unknown): OptionFault | undefined {
  try {
    if (!isPromise(make())) return undefined;
    return mismatch(option, 'a policy', 'a promise of one');
  } catch (error) {
    return { option, message: `${option} cannot be used. ${messageOf(error)}` };
  }
}
