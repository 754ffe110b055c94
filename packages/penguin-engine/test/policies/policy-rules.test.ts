import { invalidOption } from '@rlm/config/options-suite';
import type { PolicyOptions } from '@rlm/kernel';

import { scriptedModel } from '@rlm/kernel/testing';
import { createPolicyRegistry, maxSteps, proceed, type TerminationPolicy } from '@rlm/policies';
import { rewardPolicies } from '@rlm/policies/reward';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask } from '../../src/index.js';

const instance: TerminationPolicy = {
  name: 'mine',
  description: 'Goes on',
  shouldTerminate: () => proceed,
  reset: () => undefined,
};
const families = [rewardPolicies];
const own = createPolicyRegistry();
own.registerTermination('mine', () => instance);
const stopCondition = ({ steps }: { steps: unknown[] }) => steps.length > 2;

/** What is wrong, the option that is named, and a part of what is said of it. */
const wrong: readonly (readonly [options: object, option: string, said: string])[] = [
  [{ policies: 'max_steps' }, 'policies', 'got "max_steps"'],
  [{ policies: ['max_step'] }, 'policies[0]', "Unknown termination policy 'max_step'"],
  [{ policies: ['max_steps', ''] }, 'policies[1]', 'got ""'],
  [{ policies: [{}] }, 'policies[0]', 'got an empty object'],
  [{ policies: [null] }, 'policies[0]', 'got null'],
  [{ policies: [5] }, 'policies[0]', 'got 5'],
  [{ policies: [undefined] }, 'policies[0]', 'got undefined'],
  [{ policies: [{ nam: 'max_steps' }] }, 'policies[0].nam', 'policies[0].name'],
  [{ policies: [{ name: 'max_steps', config: 5 }] }, 'policies[0].config', 'an object, got 5'],
  [
    { policies: [{ name: 'max_steps', config: { steps: 5 } }] },
    'policies[0]',
    'Unknown option steps.',
  ],
  [{ policies: [{ shouldTerminate: () => proceed }] }, 'policies[0]', 'and reset()'],
  [{ policies: [stopCondition] }, 'policies[0]', 'fromStopCondition()'],
  [{ policies: [() => true] }, 'policies[0]', 'one that returned true'],
  [{ policies: ['mine'] }, 'policies[0]', "Unknown termination policy 'mine'"],
  [{ policyRegistry: {} }, 'policyRegistry', 'createPolicyRegistry()'],
  [{ reward: 'reserch' }, 'reward', "Unknown reward policy 'reserch'"],
  [{ reward: { name: 'strict', config: { bonus: 1 } } }, 'reward', 'Unknown option bonus.'],
  [{ reward: 0.5 }, 'reward', 'got 0.5'],
  [{ reward: null }, 'reward', 'got null'],
  [
    { reward: 'mine', policyRegistry: { getTermination: () => instance, getReward: () => ({}) } },
    'reward',
    'a reward policy with calculate()',
  ],
  [{ confidence: 0.9 }, 'confidence', 'got 0.9'],
];

const wrongRows = wrong.map(([given, option, said]) => [option, said, given] as const);

declare module '@rlm/policies' {
  interface TerminationConfigs {
    mine: Readonly<Record<string, never>>;
  }
}

const right: readonly PolicyOptions[] = [
  {},
  { policies: [] },
  { policies: ['max_steps', { name: 'token_budget', config: { max_tokens: 5 } }, instance] },
  {
    policies: [maxSteps, () => maxSteps({ maxSteps: 1 }), { name: 'final_pattern', config: null }],
  },
  { policies: ['mine'], policyRegistry: own },
  { reward: 'research', policyRegistry: own },
  { reward: 'lenient', policyRegistry: createPolicyRegistry({ families }) },
  { reward: { name: 'strict', config: { success_bonus: 1 } } },
  { reward: rewardPolicies.policies[0] },
  { reward: createPolicyRegistry({ families }).getReward('strict', { successBonus: 1 }) },
  { reward: () => 1, confidence: () => undefined },
];

describe.each([
  ['runTask', runTask],
  ['runResponse', runResponse],
])('the policies of %s', (_, start) => {
  const options = { model: scriptedModel(['<finish_task></finish_task>']), prompt: 'Go' };

  it.each(wrongRows)('are refused at the call: %s: %s', (option, said, given) => {
    const call = () => start({ ...options, ...given });
    expect(call).toThrow(invalidOption(option, said));
  });

  it.each(right.map((given, index) => [index + 1, given] as const))(
    'are taken: row %i',
    async (_row, given) => {
      const model = scriptedModel(['<finish_task></finish_task>', '<finish_response/>']);
      const { status } = await start({ model, prompt: 'Go', ...given, maxSteps: 2 }).result;
      expect(status).not.toBe('error');
    },
  );
});
