import { describe, expect, it } from 'vitest';

import type { ProposedAction } from '../../src/action/index.js';
import { createPolicyRegistry, type ActionResult, type PolicyContext } from '../../src/index.js';
import { rewardPolicies } from '../../src/reward/index.js';
import { makeContext, makeResult } from '../make.js';
import { readVectors } from '../vectors.js';

interface Vector {
  readonly name: string;
  readonly input: {
    readonly policy: string;
    readonly config: object | null;
    readonly action: ProposedAction;
    readonly result: {
      readonly action_type: string;
      readonly duration_ms?: number;
    } & Partial<ActionResult>;
    readonly context: { readonly max_steps?: number } & Partial<PolicyContext>;
  };
  readonly expected: {
    readonly value: number;
    readonly components: Readonly<Record<string, number>>;
    readonly explanation: string;
  };
}

describe('reward policies on the vectors', () => {
  for (const { name, input, expected } of readVectors('reward_policies') as readonly Vector[])
    it(name, () => {
      const registry = createPolicyRegistry({ families: [rewardPolicies] });
      const { action_type: actionType, duration_ms: durationMs = 0, ...result } = input.result;
      const { max_steps: maxSteps = 10, ...context } = input.context;
      const signal = registry
        .getReward(input.policy, input.config)
        .calculate(
          input.action,
          makeResult({ ...result, actionType, durationMs }),
          makeContext({ step: 0, maxSteps, ...context }),
        );
      expect(signal.value).toBeCloseTo(expected.value, 9);
      expect(signal.explanation).toBe(expected.explanation);
      expect(Object.keys(signal.components)).toEqual(Object.keys(expected.components));
      for (const [part, amount] of Object.entries(expected.components))
        expect(signal.components[part]).toBeCloseTo(amount, 9);
    });
});
