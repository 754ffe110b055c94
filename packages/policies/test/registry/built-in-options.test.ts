import { describe, expect, it } from 'vitest';

import { checkBuiltIn } from '../../src/internal.js';
import { builtInOptions } from '../../src/registry/check-built-in.js';
import { builtInRegistry } from '../../src/registry/built-in-registry.js';

const registry = builtInRegistry();
const makers = {
  termination: registry.getTermination,
  reward: registry.getReward,
} as const;

/** What making a policy, or checking it, throws. */
function faultOf(attempt: () => unknown): unknown {
  try {
    attempt();
    return null;
  } catch (error) {
    const { name, code, message } = error as { name: string; code: string; message: string };
    return { name, code, message };
  }
}

describe.each(['termination', 'reward'] as const)('the options of %s policies', (kind) => {
  it('are listed for each built-in policy, in the order of the registry', () => {
    const listed = registry.list(kind).map(({ name }) => name);
    expect([...builtInOptions[kind].keys()]).toEqual(listed);
  });

  it.each(registry.list(kind).map(({ name, defaultConfig }) => [name, defaultConfig] as const))(
    'are those that %s is made with',
    (name, defaultConfig) => {
      // The default of `when` is long: only the policy has it.
      const known = name === 'coverage' ? { ...defaultConfig, when: '' } : defaultConfig;
      expect(builtInOptions[kind].get(name)?.defaults).toEqual(known);
    },
  );
});

interface Asked {
  readonly kind: keyof typeof makers;
  readonly name: string;
  readonly config: object | null;
}

const asked: readonly Asked[] = [
  ...(['termination', 'reward'] as const).flatMap((kind) =>
    [...builtInOptions[kind].keys()].map((name) => ({ kind, name, config: {} })),
  ),
  { kind: 'termination', name: 'max_step', config: null },
  { kind: 'termination', name: 'nothing like it', config: null },
  { kind: 'reward', name: 'researsh', config: null },
  { kind: 'termination', name: 'max_steps', config: null },
  { kind: 'termination', name: 'max_steps', config: { max_steps: 3 } },
  { kind: 'termination', name: 'max_steps', config: { maxStep: 3 } },
  { kind: 'termination', name: 'max_steps', config: { maxSteps: -1 } },
  { kind: 'termination', name: 'max_steps', config: [] },
  { kind: 'termination', name: 'final_pattern', config: { finalPatterns: ['('] } },
  { kind: 'termination', name: 'final_pattern', config: { finalPatterns: ['a'] } },
  { kind: 'termination', name: 'convergence', config: { windowSize: 0 } },
  { kind: 'termination', name: 'coverage', config: { min: 2 } },
  { kind: 'termination', name: 'wallet_guard', config: { repeats: 'x' } },
  { kind: 'termination', name: 'composite', config: { policies: [] } },
  { kind: 'termination', name: 'composite', config: { policies: ['max_step'] } },
  { kind: 'termination', name: 'composite', config: { policies: ['', null] } },
  {
    kind: 'termination',
    name: 'composite',
    config: { policies: [{ name: 'coverage', config: { min: 7 } }] },
  },
  {
    kind: 'termination',
    name: 'composite',
    config: { policies: [{ name: 'composite', config: { policies: [] } }] },
  },
  { kind: 'termination', name: 'composite', config: { policies: [() => true, 'wall_clock'] } },
  { kind: 'termination', name: 'composite', config: { policies: [5] } },
  { kind: 'reward', name: 'strict', config: { successBonus: 'much' } },
  { kind: 'reward', name: 'strict', config: { bonus: 1 } },
];

describe('checkBuiltIn', () => {
  it.each(asked)(
    'says of the $kind policy $name with $config what the making of it says',
    ({ kind, name, config }) => {
      const checked = faultOf(() => {
        checkBuiltIn(kind, name, config);
      });
      expect(checked).toEqual(faultOf(() => makers[kind](name, config)));
    },
  );
});
