import { describe, expect, it } from 'vitest';

import { actionPolicies, type ActionPolicy, type ProposedAction } from '../../src/action/index.js';
import { createPolicyRegistry, type PolicyContext } from '../../src/index.js';
import { makeContext } from '../make.js';
import { readVectors } from '../vectors.js';

type Ranked = readonly (readonly [ProposedAction, number])[];
type Operation = readonly ['select' | 'update' | 'rank', ProposedAction?, number?];

interface Vector {
  readonly name: string;
  readonly input: {
    readonly policy: string;
    readonly config: object | null;
    readonly candidates: readonly ProposedAction[];
    readonly context?: Partial<PolicyContext>;
    readonly ops?: readonly Operation[];
  };
  readonly expected: unknown;
}

function closeRanks(ranked: unknown): unknown {
  return (ranked as Ranked).map(([action, score]) => [action, expect.closeTo(score, 9) as unknown]);
}

function perform(
  policy: ActionPolicy,
  { candidates }: Vector['input'],
  [name, action = {}, reward = 0]: Operation,
): unknown {
  switch (name) {
    case 'select':
      return policy.select(candidates, makeContext());
    case 'rank':
      return policy.rank(candidates, makeContext());
    case 'update':
      policy.update?.(action, reward);
      return null;
  }
}

describe('action policies on the vectors', () => {
  for (const { name, input, expected } of readVectors('action_policies') as readonly Vector[])
    it(name, () => {
      const registry = createPolicyRegistry({ families: [actionPolicies] });
      const policy = registry.getAction(input.policy, input.config);
      if (input.ops) {
        const rows = expected as readonly unknown[];
        const outcomes = input.ops.map((operation) => perform(policy, input, operation));
        expect(outcomes).toEqual(
          rows.map((row, at) => (input.ops?.[at]?.[0] === 'rank' ? closeRanks(row) : row)),
        );
        return;
      }
      const context = makeContext({ step: 0, ...input.context });
      const { ranked, selected } = expected as {
        readonly ranked: Ranked;
        readonly selected: ProposedAction | null;
      };
      expect(policy.rank(input.candidates, context)).toEqual(closeRanks(ranked));
      if (selected !== null) expect(policy.select(input.candidates, context)).toEqual(selected);
    });
});
