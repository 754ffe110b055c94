import { errorWith } from '@rlm/config/error-with';
import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { actionPolicies } from '../../src/action/index.js';
import { compactionPolicies } from '../../src/compaction/index.js';
import {
  createPolicyRegistry,
  maxSteps,
  proceed,
  stop,
  type TerminationDecision,
  type PolicyKind,
  type PoliciesConfig,
} from '../../src/index.js';
import { rewardPolicies } from '../../src/reward/index.js';
import { makeContext, makeResult } from '../make.js';
import { readVectors } from '../vectors.js';

const families = [rewardPolicies, actionPolicies, compactionPolicies];

/** Rows that accept what is refused here. */
const skipped: Readonly<Record<string, string>> = {
  'create-unknown-family': 'a misspelt kind is refused',
  'unknown-option-kept': 'a misspelt option is refused',
};

interface Vector {
  readonly name: string;
  readonly input: {
    readonly call: string;
    readonly name?: string;
    readonly config?: Readonly<Record<string, { name: string; config: object }>>;
  };
  readonly expected: unknown;
}

function answer({ call, name, config = {} }: Vector['input']): unknown {
  const registry = createPolicyRegistry({ families });
  switch (call) {
    case 'defaults':
      return {
        reward: registry.getReward().name,
        action: registry.getAction().name,
        compaction: registry.getCompaction().name,
        termination: registry.getTermination().name,
      };
    case 'get_termination':
      return registry.getTermination(name).name;
    default: {
      const made = registry.createFromConfig(config);
      return Object.fromEntries(
        Object.entries(made).map(([kind, policy]) => {
          const given = Object.keys(config[kind]?.config ?? {});
          const kept = policy.config ?? {};
          const shown = given.map((key) => [
            key,
            kept[key.replace(/_(.)/g, (_, c: string) => c.toUpperCase())],
          ]);
          return [kind, [policy.name, Object.fromEntries(shown)]];
        }),
      );
    }
  }
}

describe('createPolicyRegistry on the vectors', () => {
  for (const { name, input, expected } of readVectors('policy_registry') as readonly Vector[]) {
    const reason = skipped[name];
    if (reason === undefined)
      it(name, () => {
        expect(answer(input)).toEqual(expected);
      });
    else it.skip(`${name} (skipped: ${reason})`);
  }
});

class Patient {
  readonly name = 'patient';
  readonly description = 'Stop at the third step';
  #steps = 0;

  shouldTerminate(): TerminationDecision {
    return ++this.#steps < 3 ? proceed : stop('patient', 'Enough');
  }

  reset(): void {
    this.#steps = 0;
  }
}

describe('createPolicyRegistry', () => {
  it('makes a fresh policy each time', () => {
    const registry = createPolicyRegistry();
    const config = { max_negative_streak: 1 };
    const first = registry.getTermination('reward_threshold', config);
    const context = makeContext({ metrics: { last_reward: 0.5 } });
    first.shouldTerminate(makeResult(), context);
    expect(first.shouldTerminate(makeResult(), context).terminate).toBe(true);
    const second = registry.getTermination('reward_threshold', config);
    expect(second.shouldTerminate(makeResult(), context).terminate).toBe(false);
  });

  it('answers an unknown name with the known ones', () => {
    expect(() => createPolicyRegistry().getTermination('final_patern')).toThrow(
      errorWith({
        code: 'unknown_policy',
        facts: [/termination.*'final_patern'.*'final_pattern'.* final_pattern, reward_threshold, /],
      }),
    );
    expect(() => createPolicyRegistry().getTermination('nope')).toThrow(
      expect.objectContaining({ name: 'PolicyError', code: 'unknown_policy' }),
    );
  });

  it('knows no policies of a kind whose family was not passed', () => {
    expect(() => createPolicyRegistry().getReward()).toThrow(
      errorWith({ code: 'unknown_policy', details: { known: [] }, facts: ['reward', "'default'"] }),
    );
  });

  it.each([
    [{ treshold: 0.1 }, 'treshold', 'confidenceThreshold, min'],
    [{ confidence_threshold: 'high' }, 'confidenceThreshold', 'got "high"'],
    [{ confidenceKey: '' }, 'confidenceKey', 'got ""'],
    [{ constructor: 1 }, 'constructor', 'Unknown option'],
  ] as const)('refuses the configuration %j', (config, option, fact) => {
    expect(() => createPolicyRegistry().getTermination('confidence', config)).toThrow(
      invalidOption(option, fact),
    );
  });

  it.each([
    [
      'final_pattern',
      { final_patterns: ['('] },
      invalidOption('finalPatterns[0]', 'a regular expression', 'got "("'),
    ],
    ['composite', { policies: [] }, /\bone policy\b/],
    ['composite', { policies: ['nope'] }, /Unknown termination policy 'nope'/],
    ['composite', { min_reward_threshold: 0.1 }, invalidOption('min_reward_threshold')],
  ])('refuses %s when it is made with %j', (name, config, message) => {
    expect(() => createPolicyRegistry().getTermination(name, config)).toThrow(message);
  });

  it('takes both spellings of an option', () => {
    const registry = createPolicyRegistry();
    expect(registry.getTermination('confidence', { confidence_threshold: 0.5 }).config).toEqual(
      registry.getTermination('confidence', { confidenceThreshold: 0.5 }).config,
    );
  });

  it('registers classes, factories and defined policies, and makes what was registered', () => {
    const registry = createPolicyRegistry();
    registry.registerTermination('class', Patient);
    registry.registerTermination('factory', () => new Patient());
    registry.registerTermination('defined', maxSteps);
    expect(registry.getTermination('class')).toBeInstanceOf(Patient);
    expect(registry.getTermination('factory')).not.toBe(registry.getTermination('factory'));
    expect(registry.getTermination('defined', { max_steps: 2 }).name).toBe('max_steps');
  });

  it('registers as a class decorator', () => {
    const registry = createPolicyRegistry();
    const decorated = registry.registerTermination('patient')(Patient);
    expect(decorated).toBe(Patient);
    expect(registry.getTermination('patient')).toBeInstanceOf(Patient);
    registry.registerTermination('patient', { override: true })(Patient);
  });

  it("refuses duplicates of a user's own, unless they are meant", () => {
    const registry = createPolicyRegistry();
    registry.registerTermination('patient', () => new Patient());
    expect(() => registry.registerTermination('patient', Patient)).toThrow(/override: true/);
    registry.registerTermination('patient', Patient, { override: true });
    expect(registry.getTermination('patient')).toBeInstanceOf(Patient);
  });

  it('lets a registration take the place of a built-in policy once, with a diagnostic', () => {
    const told: object[] = [];
    const registry = createPolicyRegistry({ onDiagnostic: (each) => told.push(each) });
    registry.registerTermination('convergence')(Patient);
    expect(registry.getTermination('convergence')).toBeInstanceOf(Patient);
    expect(told).toEqual([
      {
        code: 'built_in_replaced',
        message: expect.stringContaining("'convergence'") as string,
      },
    ]);
    const composite = registry.getTermination('composite', { policies: ['convergence'] });
    const endings = [1, 2, 3].map(() => composite.shouldTerminate(makeResult(), makeContext()));
    expect(endings.at(-1)).toMatchObject({ terminate: true, code: 'patient' });
    expect(() => registry.registerTermination('convergence', Patient)).toThrow(/override: true/);
    expect(createPolicyRegistry().getTermination('convergence')).not.toBeInstanceOf(Patient);
  });

  it('replaces a built-in policy without a diagnostic where that is meant', () => {
    const told: object[] = [];
    const registry = createPolicyRegistry({ onDiagnostic: (each) => told.push(each) });
    registry.registerTermination('confidence', Patient, { override: true });
    expect(registry.getTermination('confidence')).toBeInstanceOf(Patient);
    expect(told).toEqual([]);
  });

  it('lists whose each policy is', () => {
    const registry = createPolicyRegistry();
    registry.registerTermination('patient', Patient);
    registry.registerTermination('convergence', Patient);
    const origins = registry.list('termination').map(({ name, origin }) => [name, origin]);
    expect(origins.filter(([, origin]) => origin !== 'built-in')).toEqual([
      ['convergence', 'replacement'],
      ['patient', 'own'],
    ]);
  });

  it('refuses what is no policy, when it is registered or made', () => {
    const registry = createPolicyRegistry();
    expect(() => registry.registerTermination('x', 'confidence' as never)).toThrow(
      errorWith({ code: 'invalid_policy', facts: ["'x'", 'got "confidence"'] }),
    );
    registry.registerTermination('half', () => ({ reset: () => proceed }) as never);
    expect(() => registry.getTermination('half')).toThrow(/a method shouldTerminate\(\)/);
  });

  it('keeps registries apart', () => {
    const one = createPolicyRegistry();
    one.registerTermination('patient', Patient);
    one.setDefault('patient');
    expect(
      createPolicyRegistry()
        .list('termination')
        .map(({ name }) => name),
    ).not.toContain('patient');
    expect(createPolicyRegistry().getTermination().name).toBe('final_pattern');
  });

  it('sets defaults, of termination by name alone, and of any kind', () => {
    const registry = createPolicyRegistry({ families });
    registry.setDefault('confidence');
    registry.setDefault('reward', 'strict');
    expect(registry.getTermination().name).toBe('confidence');
    expect(registry.getReward('').name).toBe('strict');
    expect(() => {
      registry.setDefault('nope');
    }).toThrow(/Unknown termination policy/);
  });

  it('lists what it has, with options and defaults', () => {
    const registry = createPolicyRegistry({ families });
    expect(registry.list('action').map(({ name }) => name)).toEqual([
      'greedy',
      'sampling',
      'beam_search',
      'mcts',
    ]);
    expect(registry.list()).toContainEqual({
      kind: 'termination',
      name: 'error_streak',
      description: 'After failed steps in a row',
      defaultConfig: { maxErrors: 3 },
      origin: 'built-in',
    });
  });

  it('refuses a kind that there is not', () => {
    const registry = createPolicyRegistry();
    expect(() => registry.list('terminator' as PolicyKind)).toThrow(/Known: termination, reward/);
    expect(() =>
      registry.createFromConfig({ terminator: { name: 'x' } } as PoliciesConfig),
    ).toThrow(/Unknown kind 'terminator'/);
  });
});
