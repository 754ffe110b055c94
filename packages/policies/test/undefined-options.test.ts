import { expect, it } from 'vitest';

import { actionPolicies } from '../src/action/index.js';
import { fromStopCondition, toStopCondition } from '../src/ai-sdk/index.js';
import { compactionPolicies } from '../src/compaction/index.js';
import { terminationConformance } from '../src/conformance/index.js';
import {
  createPolicyRegistry,
  defineTermination,
  maxSteps,
  proceed,
  type MaxStepsOptions,
  type NamedTermination,
} from '../src/index.js';
import { defineReward, rewardPolicies } from '../src/reward/index.js';

const registry = createPolicyRegistry({
  families: [rewardPolicies, actionPolicies, compactionPolicies],
});
const makers = {
  termination: registry.getTermination,
  reward: registry.getReward,
  action: registry.getAction,
  compaction: registry.getCompaction,
};

it.each(
  registry.list().map(({ kind, name, defaultConfig }) => [kind, name, defaultConfig] as const),
)('the %s policy %s takes an option that is undefined as absent', (kind, name, defaultConfig) => {
  const undefineds = Object.fromEntries(
    Object.keys(defaultConfig).map((option) => [option, undefined]),
  );
  expect(makers[kind](name, undefineds).config).toEqual(makers[kind](name).config);
});

it('the types of a configuration take undefined', () => {
  const options: MaxStepsOptions = { maxSteps: undefined };
  const named: NamedTermination = { name: 'max_steps', config: options };
  expect(maxSteps(options).config).toEqual(registry.getTermination(named.name).config);
});

const recipe = { name: 'mine', description: 'Mine', defaults: {}, start: () => () => proceed };
const reward = { name: 'mine', description: 'Mine', weights: {}, parts: () => ({}) };
const undefinedRecipe = { ...recipe, rules: undefined, needs: undefined };
const policy = maxSteps({ maxSteps: 5 });

const calls: readonly (readonly [name: string, none: () => unknown, undefineds: () => unknown])[] =
  [
    [
      'createPolicyRegistry',
      () => createPolicyRegistry().list(),
      () => createPolicyRegistry({ families: undefined, onDiagnostic: undefined }).list(),
    ],
    [
      'defineTermination',
      () => defineTermination(recipe)().config,
      () => defineTermination(undefinedRecipe)().config,
    ],
    [
      'defineReward',
      () => defineReward(reward)().config,
      () => defineReward({ ...reward, explain: undefined })().config,
    ],
    [
      'toStopCondition',
      () => toStopCondition(policy)({ steps: [] }),
      () =>
        toStopCondition(policy, {
          ...{ task: undefined, maxSteps: undefined, now: undefined },
          ...{ prices: undefined, onStop: undefined },
        })({ steps: [] }),
    ],
    [
      'fromStopCondition',
      () => fromStopCondition(() => true).name,
      () => fromStopCondition(() => true, undefined).name,
    ],
    [
      'terminationConformance',
      () => terminationConformance(() => maxSteps()).map(({ name }) => name),
      () => terminationConformance(() => maxSteps(), { steps: undefined }).map(({ name }) => name),
    ],
  ];

it.each(calls)('%s takes an option that is undefined as absent', (_, none, undefineds) => {
  expect(undefineds()).toEqual(none());
});
