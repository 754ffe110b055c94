import { testHooks } from '@rlm/config/hooks-suite';

import { toStopCondition } from '../src/ai-sdk/index.js';
import {
  allOf,
  createPolicyRegistry,
  definePolicy,
  defineTermination,
  not,
  type TerminationDefinition,
  type TerminationPolicy,
} from '../src/index.js';
import { defineReward, rewardBy, valueStep, type RewardDefinition } from '../src/reward/index.js';
import { makeContext, makeResult } from './make.js';

const basics = { name: 'mine', description: 'mine', defaults: {} };

const decide = (policy: TerminationPolicy): unknown =>
  policy.shouldTerminate(makeResult(), makeContext());

const defined = (parts: Partial<TerminationDefinition<object>>): unknown =>
  decide(defineTermination({ ...basics, start: () => () => ({ terminate: false }), ...parts })());

const reward = (parts: Partial<RewardDefinition<{ one: number }>>): unknown => {
  const { name, description } = basics;
  const own = { name, description, weights: { one: 1 }, parts: () => ({ one: 1 }), ...parts };
  return valueStep(defineReward(own)(), makeResult(), makeContext());
};

const policy: TerminationPolicy = {
  ...basics,
  shouldTerminate: () => ({ terminate: true, answer: null, code: 'c', reason: 'r' }),
  reset: () => undefined,
};
const loop = { steps: [{ text: 'x', toolCalls: [], toolResults: [] }] };

testHooks({
  immediate: {
    'allOf(conditions)': (hook) => decide(allOf([hook])),
    'not(condition)': (hook) => decide(not(hook)),
    'TerminationDefinition.needs': (needs) => defined({ needs }),
    'TerminationDefinition.start': (start) => defined({ start }),
    'PolicyDefinition.create': (create) => definePolicy({ ...basics, create })().description,
    'RewardDefinition.parts': (parts) => reward({ parts }),
    'RewardDefinition.explain': (explain) => reward({ explain }),
    'rewardBy(worth)': (worth) => valueStep(rewardBy(worth, 'mine'), makeResult(), makeContext()),
    'StopConditionOptions.now': (now) => toStopCondition(policy, { now })(loop),
  },
  told: {
    'StopConditionOptions.onStop': (onStop) => toStopCondition(policy, { onStop })(loop),
    'PolicyRegistryOptions.onDiagnostic': (onDiagnostic) => {
      createPolicyRegistry({ onDiagnostic }).registerTermination('max_steps', () => policy);
    },
  },
});
