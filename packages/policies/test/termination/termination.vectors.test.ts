import { describe, expect, it } from 'vitest';

import { createPolicyRegistry, type ActionResult, type PolicyContext } from '../../src/index.js';
import { makeContext, makeResult } from '../make.js';
import { readVectors } from '../vectors.js';

type Row = readonly [terminate: boolean, answer: string | null];

interface Vector {
  readonly name: string;
  readonly input: {
    readonly policy: string;
    readonly config: object | null;
    readonly steps: readonly {
      readonly op?: 'reset';
      readonly result?: { readonly action_type: string } & Partial<ActionResult>;
      readonly context?: Partial<PolicyContext>;
    }[];
  };
  readonly expected: readonly (Row | { readonly error: string })[];
  readonly better?: readonly Row[];
}

/** Rows that the project decided otherwise; each has a test of its own for what happens instead. */
const skipped: Readonly<Record<string, string>> = {
  'fp-custom-bad-regex': 'a bad pattern is refused when the policy is made',
  'co-all-unknown-or': 'an unknown policy is refused when the composite is made',
  'co-sub-config': 'an option that the composite does not have is refused',
};

/** Rows without a recommendation, and what is right instead. */
const ours: Readonly<Record<string, readonly (Row | 'reset')[]>> = {
  'rt-string-reward': [[false, null]],
  'co-reset-missing': [[false, null], 'reset', [false, null]],
};

/** What a rule says to people is a reason, not an answer. */
const message = /^(Terminated due to|Reward threshold reached)/;

describe('termination policies on the vectors', () => {
  for (const { name, input, expected, better } of readVectors(
    'termination_policies',
  ) as readonly Vector[]) {
    const reason = skipped[name];
    if (reason !== undefined) {
      it.skip(`${name} (skipped: ${reason})`);
      continue;
    }
    it(name, () => {
      const policy = createPolicyRegistry().getTermination(input.policy, input.config);
      const decisions = input.steps.map(({ op, result, context }) => {
        if (op === 'reset') {
          policy.reset();
          return 'reset';
        }
        const { action_type: actionType = 'code', ...rest } = result ?? {};
        const decision = policy.shouldTerminate(
          makeResult({ ...rest, actionType }),
          makeContext({ step: 0, ...context }),
        );
        if (!decision.terminate) return [false, null];
        const spoken = decision.answer === null && message.test(decision.reason);
        return [true, spoken ? decision.reason : decision.answer];
      });
      expect(decisions).toEqual(ours[name] ?? better ?? expected);
    });
  }
});
