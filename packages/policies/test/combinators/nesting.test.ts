import { errorWith } from '@rlm/config/error-with';
import { describe, expect, it } from 'vitest';

import { allOf, anyOf, createPolicyRegistry, maxSteps, not, PolicyError } from '../../src/index.js';
import { withReward } from '../../src/reward/index.js';
import type { TerminationPolicy } from '../../src/index.js';
import { makeContext, makeResult } from '../make.js';
import { defaultReward } from '../built-ins.js';

const registry = createPolicyRegistry();

/** A policy of `composite` that holds one of itself, and so on, by names. */
function byName(depth: number): object {
  const inner = depth === 1 ? { name: 'max_steps', config: { maxSteps: 5 } } : byName(depth - 1);
  return { name: 'composite', config: { policies: [inner] } };
}

/** A policy within another, as often as is wanted. */
const wrap =
  (around: (policy: TerminationPolicy) => TerminationPolicy) =>
  (depth: number): TerminationPolicy => {
    let policy: TerminationPolicy = maxSteps({ maxSteps: 5 });
    for (let level = 0; level < depth; level += 1) policy = around(policy);
    return policy;
  };

const ways: Readonly<Record<string, (depth: number) => TerminationPolicy>> = {
  anyOf: wrap((policy) => anyOf(policy)),
  composite: wrap((policy) => registry.getTermination('composite', { policies: [policy] })),
  allOf: wrap((policy) => allOf(policy)),
  withReward: wrap((policy) => withReward(defaultReward(), policy)),
  'composite by name': (depth) => {
    const { name, config } = byName(depth) as { name: string; config: object };
    return registry.getTermination(name, config);
  },
};

describe.each(Object.entries(ways))('policies nested by %s', (_, make) => {
  it('may be 100 deep', () => {
    const policy = make(100);
    policy.reset();
    expect(policy.shouldTerminate(makeResult(), makeContext({ step: 5 }))).toMatchObject({
      code: 'max_steps',
    });
  });

  it.each([101, 5_000])('are refused where they are %i deep', (depth) => {
    expect(() => make(depth)).toThrow(PolicyError);
    expect(() => make(depth)).toThrow(errorWith({ code: 'invalid_policy', facts: ['100 deep'] }));
  });
});

describe('not', () => {
  it('counts as a level', () => {
    expect(() => wrap((policy) => not(policy))(101)).toThrow(PolicyError);
  });
});

it('finds a place for the next policy after one that failed', () => {
  const { name, config } = byName(100) as { name: string; config: object };
  expect(() => ways['composite by name']?.(5_000)).toThrow(PolicyError);
  expect(() => registry.getTermination(name, config)).not.toThrow();
});
