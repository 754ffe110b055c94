import { errorWith } from '@rlm/config/error-with';
import { invalidOption, testOptions, type OptionsEntry } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { fromStopCondition, toStopCondition } from '../src/ai-sdk/index.js';

import { terminationConformance } from '../src/conformance/index.js';
import {
  actionResult,
  confidence,
  createPolicyRegistry,
  definePolicy,
  defineTermination,
  maxSteps,
  policyContext,
  InvalidOptionError,
  proceed,
  statedConfidence,
  convergence,
  finalPattern,
} from '../src/index.js';
import { walletGuard } from '../src/guard/index.js';
import { defineReward, rewardBy, withReward } from '../src/reward/index.js';
import { llm } from '../src/compaction/index.js';

const registry = createPolicyRegistry();
const policy = maxSteps({ maxSteps: 1 });
let registered = 0;

const entries: Readonly<Record<string, OptionsEntry>> = {
  walletGuard: {
    call: walletGuard,
    right: { repeats: 2, maxPolls: Infinity, emptyReplies: [''] },
    takes: [null],
    wrong: [
      [{ repeat: 3 }, 'repeat', "Policy 'wallet_guard'", 'repeats'],
      [{ max_trivail: 3 }, 'max_trivail', 'maxTrivial'],
      [{ repeats: -1 }, 'repeats', 'got -1'],
      [{ repeats: null }, 'repeats', 'got null'],
      [{ escalate: 'yes' }, 'escalate', 'got "yes"'],
      [{ emptyReplies: '' }, 'emptyReplies', 'got ""'],
      [{ echo_prefix: '' }, 'echoPrefix', 'got ""'],
    ],
  },
  confidence: {
    call: confidence,
    right: { confidence_threshold: 0.5 },
    takes: [null],
    wrong: [[{ confidenceTreshold: 1 }, 'confidenceTreshold', 'confidenceThreshold']],
  },
  convergence: {
    call: convergence,
    right: { window_size: 2, similarityThreshold: 1 },
    takes: [null],
    wrong: [
      [{ windowSize: 0 }, 'windowSize', "Policy 'convergence'", 'got 0'],
      [{ similarityThreshold: 5 }, 'similarityThreshold', 'got 5'],
    ],
  },
  finalPattern: {
    call: finalPattern,
    right: { finalPatterns: [/done/, 'ANSWER: (.*)'] },
    takes: [null],
    wrong: [
      [{ finalPatterns: ['a', 5] }, 'finalPatterns[1]', 'got 5'],
      [{ final_patterns: ['('] }, 'finalPatterns[0]', 'got "("'],
    ],
  },
  defineTermination: {
    call: defineTermination,
    right: { name: 'own', description: '', defaults: {}, start: () => () => proceed },
    wrong: [
      [{ star: 5 }, 'star', 'start'],
      [{ start: 5 }, 'start', 'got 5'],
      [{ name: '' }, 'name', 'got ""'],
      [{ defaults: undefined }, 'defaults', 'got undefined'],
    ],
  },
  llm: {
    call: llm,
    right: { summarise: () => 'short' },
    takes: [null],
    wrong: [[{ summarise: 'short' }, 'summarise', "Policy 'llm'", 'got "short"']],
  },
  'a configuration by name': {
    call: (config) => registry.getTermination('max_steps', config),
    right: { max_steps: 3 },
    takes: [null],
    wrong: [[{ maxStep: 3 }, 'maxStep', "Policy 'max_steps'", 'maxSteps']],
  },
  createPolicyRegistry: {
    call: createPolicyRegistry,
    right: {},
    wrong: [
      [{ family: [] }, 'family', 'families, onDiagnostic'],
      [{ families: {} }, 'families', 'got an empty object'],
      [{ families: [null] }, 'families[0]', 'got null'],
      [{ families: [{ kind: 'rewards', policies: [] }] }, 'families[0].kind', 'got "rewards"'],
      [{ onDiagnostic: 'log' }, 'onDiagnostic', 'got "log"'],
    ],
  },
  registerTermination: {
    call: (options) =>
      registry.registerTermination(`own${String((registered += 1))}`, () => policy, options),
    right: { override: true },
    wrong: [
      [{ overide: true }, 'overide', 'override'],
      [{ override: 1 }, 'override', 'got 1'],
    ],
  },
  toStopCondition: {
    call: (options) => toStopCondition(policy, options),
    right: { maxSteps: 3 },
    wrong: [
      [{ onStopped: () => 1 }, 'onStopped', 'onStop'],
      [{ now: 5 }, 'now', 'got 5'],
    ],
  },
  terminationConformance: {
    call: (options) => terminationConformance(() => policy, options),
    right: { steps: [] },
    wrong: [[{ step: [] }, 'step', 'steps']],
  },
  actionResult: {
    call: actionResult,
    right: { success: true },
    wrong: [
      [{ sucess: true }, 'sucess', 'actionResult', 'success'],
      [{ success: 'yes' }, 'success', 'actionResult', 'got "yes"'],
      [{ metadata: null }, 'metadata', 'actionResult', 'got null'],
    ],
  },
  policyContext: {
    call: policyContext,
    right: { step: 3 },
    wrong: [
      [{ steps: 3 }, 'steps', 'policyContext', 'step'],
      [{ step: '3' }, 'step', 'policyContext', 'got "3"'],
      [{ history: {} }, 'history', 'policyContext', 'got an empty object'],
    ],
  },
};

testOptions(entries, InvalidOptionError);

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, option: string, ...facts: string[]]>([
    ['no condition', () => fromStopCondition(null as never), 'condition', 'got null'],
    ['no policy', () => toStopCondition({} as never), 'policy', 'got an empty object'],
    ['no maker', () => terminationConformance(policy as never), 'make', 'got an object'],
    [
      'an entry of null',
      () => registry.createFromConfig({ termination: null } as never),
      'termination',
      'got null',
    ],
    [
      'a policy in place of its name',
      () => registry.registerTermination('', () => policy),
      'name',
      'got ""',
    ],
    [
      'no turn',
      () => walletGuard().observe({ reply: 'Done.' } as never),
      'turn.results',
      'got undefined',
    ],
    [
      'a mode that is none',
      () => walletGuard().observe({ reply: '', results: [], mode: 'tsk' } as never),
      'turn.mode',
      'got "tsk"',
    ],
    ['no worth', () => rewardBy(5 as never), 'worth', 'got 5'],
    ['a reward by name', () => withReward('strict' as never, policy), 'reward', 'got "strict"'],
    [
      'an entry without its name',
      () => registry.createFromConfig({ termination: { nam: 'max_steps' } } as never),
      'termination.nam',
      'termination.name',
    ],
  ])('refuses %s', (_, call, ...facts) => {
    expect(call).toThrow(invalidOption(...facts));
  });

  it.each<[title: string, call: () => unknown, ...facts: string[]]>([
    ['a number for a name', () => registry.getTermination(5 as never), "'5'", 'Known: '],
    [
      'a misspelt name',
      () => registry.getTermination('max_step'),
      "'max_step'",
      "Did you mean 'max_steps'?",
      'Known: ',
    ],
  ])('refuses %s', (_, call, ...facts) => {
    expect(call).toThrow(errorWith({ code: 'unknown_policy', facts }));
  });
});

describe('the arguments of the policies', () => {
  const own = { name: 'own', description: '' };
  it.each<[string, string, () => unknown]>([
    ['max_steps of none', 'maxSteps', () => maxSteps({ maxSteps: 0 })],
    ['no text to read', 'text', () => statedConfidence(undefined as never)],
    ['a text that is none', 'text', () => statedConfidence(42 as never)],
    ['no recipe of a policy', 'options', () => definePolicy(undefined as never)],
    ['a recipe without a name', 'name', () => definePolicy({} as never)],
    [
      'a recipe that makes nothing',
      'create',
      () => definePolicy({ ...own, defaults: {} } as never),
    ],
    ['no recipe of a reward', 'options', () => defineReward(undefined as never)],
    ['a reward without parts', 'parts', () => defineReward({ ...own, weights: {} } as never)],
    ['a turn that is none', 'turn', () => walletGuard().observe(undefined as never)],
    ['a turn without a reply', 'turn.reply', () => walletGuard().observe({} as never)],
    [
      'registering nothing',
      'name',
      () => createPolicyRegistry().registerTermination(undefined as never, maxSteps),
    ],
  ])('refuses %s', (_, fact, call) => {
    expect(call).toThrow(errorWith({ code: 'invalid_option', facts: [fact] }));
  });
});
