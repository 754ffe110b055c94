import { testOptions, type OptionsEntry } from '@rlm/config/options-suite';
import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import { fromStopCondition, toStopCondition } from '../src/ai-sdk/index.js';
import { llm } from '../src/compaction/index.js';
import { terminationConformance } from '../src/conformance/index.js';
import {
  actionResult,
  confidence,
  convergence,
  createPolicyRegistry,
  defineTermination,
  finalPattern,
  maxSteps,
  policyContext,
  InvalidOptionError,
  proceed,
  walletGuard,
} from '../src/index.js';
import { rewardBy, withReward } from '../src/reward/index.js';

const registry = createPolicyRegistry();
const policy = maxSteps({ maxSteps: 1 });
let registered = 0;

const entries: Readonly<Record<string, OptionsEntry>> = {
  walletGuard: {
    call: walletGuard,
    right: { repeats: 2, maxPolls: Infinity, emptyReplies: [''] },
    takes: [null],
    wrong: [
      [{ repeat: 3 }, "Policy 'wallet_guard': repeat: unknown option; did you mean repeats?"],
      [{ max_trivail: 3 }, 'max_trivail: unknown option; did you mean maxTrivial?'],
      [{ repeats: -1 }, 'repeats: expected a number from 0, got -1'],
      [{ repeats: null }, 'repeats: expected a number from 0, got null'],
      [{ escalate: 'yes' }, 'escalate: expected true or false, got "yes"'],
      [{ emptyReplies: '' }, 'emptyReplies: expected a list, got ""'],
      [{ echo_prefix: '' }, 'echoPrefix: expected text that is not empty, got ""'],
    ],
  },
  confidence: {
    call: confidence,
    right: { confidence_threshold: 0.5 },
    takes: [null],
    wrong: [[{ confidenceTreshold: 1 }, 'did you mean confidenceThreshold?']],
  },
  convergence: {
    call: convergence,
    right: { window_size: 2, similarityThreshold: 1 },
    takes: [null],
    wrong: [
      [
        { windowSize: 0 },
        "Policy 'convergence': windowSize: expected a whole number from 1, got 0",
      ],
      [{ similarityThreshold: 5 }, 'similarityThreshold: expected a number from 0 to 1, got 5'],
    ],
  },
  finalPattern: {
    call: finalPattern,
    right: { finalPatterns: [/done/, 'ANSWER: (.*)'] },
    takes: [null],
    wrong: [
      [{ finalPatterns: ['a', 5] }, 'finalPatterns[1]: expected a regular expression, got 5'],
      [{ final_patterns: ['('] }, 'finalPatterns[0]: expected a regular expression, got "("'],
    ],
  },
  defineTermination: {
    call: defineTermination,
    right: { name: 'own', description: '', defaults: {}, start: () => () => proceed },
    wrong: [
      [{ star: 5 }, 'star: unknown option; did you mean start?'],
      [{ start: 5 }, 'start: expected a function, got 5'],
      [{ name: '' }, 'name: expected text that is not empty, got ""'],
      [{ defaults: undefined }, 'defaults: expected an object, got undefined'],
    ],
  },
  llm: {
    call: llm,
    right: { summarise: () => 'short' },
    takes: [null],
    wrong: [
      [{ summarise: 'short' }, 'Policy \'llm\': summarise: expected a function, got "short"'],
    ],
  },
  'a configuration by name': {
    call: (config) => registry.getTermination('max_steps', config),
    right: { max_steps: 3 },
    takes: [null],
    wrong: [
      [{ maxStep: 3 }, "Policy 'max_steps': maxStep: unknown option; did you mean maxSteps?"],
    ],
  },
  createPolicyRegistry: {
    call: createPolicyRegistry,
    right: {},
    wrong: [
      [{ family: [] }, 'family: unknown option; known are families, onDiagnostic'],
      [{ families: {} }, 'families: expected a list, got an empty object'],
      [{ families: [null] }, 'families[0]: expected a family such as rewardPolicies, got null'],
      [
        { families: [{ kind: 'rewards', policies: [] }] },
        "families[0].kind: expected 'termination', 'reward', 'action' or 'compaction', got \"rewards\"",
      ],
      [{ onDiagnostic: 'log' }, 'onDiagnostic: expected a function, got "log"'],
    ],
  },
  registerTermination: {
    call: (options) =>
      registry.registerTermination(`own${String((registered += 1))}`, () => policy, options),
    right: { override: true },
    wrong: [
      [{ overide: true }, 'overide: unknown option; did you mean override?'],
      [{ override: 1 }, 'override: expected true or false, got 1'],
    ],
  },
  toStopCondition: {
    call: (options) => toStopCondition(policy, options),
    right: { maxSteps: 3 },
    wrong: [
      [{ onStopped: () => 1 }, 'onStopped: unknown option; did you mean onStop?'],
      [{ now: 5 }, 'now: expected a function, got 5'],
    ],
  },
  terminationConformance: {
    call: (options) => terminationConformance(() => policy, options),
    right: { steps: [] },
    wrong: [[{ step: [] }, 'step: unknown option; did you mean steps?']],
  },
  actionResult: {
    call: actionResult,
    right: { success: true },
    wrong: [
      [{ sucess: true }, 'actionResult: sucess: unknown option; did you mean success?'],
      [{ success: 'yes' }, 'actionResult: success: expected true or false, got "yes"'],
      [{ metadata: null }, 'actionResult: metadata: expected an object, got null'],
    ],
  },
  policyContext: {
    call: policyContext,
    right: { step: 3 },
    wrong: [
      [{ steps: 3 }, 'policyContext: steps: unknown option; did you mean step?'],
      [{ step: '3' }, 'policyContext: step: expected a number from 0, got "3"'],
      [{ history: {} }, 'policyContext: history: expected a list, got an empty object'],
    ],
  },
};

function errorFrom(call: () => unknown): RlmError {
  try {
    call();
  } catch (error) {
    if (RlmError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

testOptions(entries, InvalidOptionError);

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, message: string]>([
    [
      'no condition',
      () => fromStopCondition(null as never),
      'condition: expected a function, got null',
    ],
    [
      'no policy',
      () => toStopCondition({} as never),
      'policy: expected a policy, got an empty object',
    ],
    [
      'no maker',
      () => terminationConformance(policy as never),
      'make: expected a function, got an object',
    ],
    [
      'an entry of null',
      () => registry.createFromConfig({ termination: null } as never),
      'termination: expected an object, got null',
    ],
    [
      'a policy in place of its name',
      () => registry.registerTermination('', () => policy),
      'name: expected text that is not empty, got ""',
    ],
    [
      'no turn',
      () => walletGuard().observe({ reply: 'Done.' } as never),
      'turn.results: expected a list, got undefined',
    ],
    [
      'a mode that is none',
      () => walletGuard().observe({ reply: '', results: [], mode: 'tsk' } as never),
      "turn.mode: expected 'response' or 'task', got \"tsk\"",
    ],
    ['no worth', () => rewardBy(5 as never), 'worth: expected a function, got 5'],
    [
      'a reward by name',
      () => withReward('strict' as never, policy),
      'reward: expected a reward policy, got "strict"',
    ],
    [
      'an entry without its name',
      () => registry.createFromConfig({ termination: { nam: 'max_steps' } } as never),
      'termination.nam: unknown option; did you mean termination.name?',
    ],
    [
      'a number for a name',
      () => registry.getTermination(5 as never),
      "Unknown termination policy '5'. Known: ",
    ],
    [
      'a misspelt name',
      () => registry.getTermination('max_step'),
      "Unknown termination policy 'max_step'. Did you mean 'max_steps'? Known: ",
    ],
  ])('refuses %s', (_, call, message) => {
    expect(errorFrom(call).message).toContain(message);
  });
});
