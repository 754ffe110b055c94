import {
  invalidOption,
  testOptions,
  type OptionsEntry,
  type WrongOptions,
  wrongSettings,
} from '@rlm/config/options-suite';
import { InvalidTransitionError } from '@rlm/penguin-engine/task';
import { scriptedModel } from '@rlm/kernel/testing';
import { RlmError } from '@rlm/repl-types';
import { SandboxError } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { afterAll, describe, expect, it } from 'vitest';

import {
  asLanguageModel,
  chunkIndices,
  ContextError,
  createRlm,
  InvalidOptionError,
  runRlm,
} from '../src/index.js';

/** What `createOpenAICompatible()` gives. */
const provider = Object.assign(() => ({}), {
  specificationVersion: 'v3',
  languageModel: () => ({}),
  chatModel: () => ({}),
});
const model = scriptedModel([]);
const sandbox = quickjs();
const tool = { name: 'look', description: 'Looks', execute: () => 'seen' };

/** What every way to make an RLM refuses. */
const common: WrongOptions = [
  [{ maxStep: 3 }, 'maxStep', 'maxSteps'],
  [{ max_steps: 3 }, 'max_steps', 'maxSteps'],
  [{ maxIterations: 3 }, 'maxIterations', 'maxSteps'],
  ...wrongSettings,
  [{ maxTokens: 3 }, 'maxTokens', 'limits.maxTokens'],
  [{ timeoutMs: 3 }, 'timeoutMs', 'limits.timeoutMs'],
  [{ memoryBytes: 3 }, 'memoryBytes', 'sandboxLimits.memoryBytes'],
  [{ limit: {} }, 'limit', 'limits'],
  [{ limits: { maxSteps: 3 } }, 'limits.maxSteps', 'maxSteps'],
  [{ limits: { maxToken: 3 } }, 'limits.maxToken', 'limits.maxTokens'],
  [{ limits: { maxTokens: -3 } }, 'limits.maxTokens', 'got -3'],
  [{ limits: { maxTokens: '5' } }, 'limits.maxTokens', 'got "5"'],
  [{ limits: { maxTokens: NaN } }, 'limits.maxTokens', 'got NaN'],
  [{ limits: null }, 'limits', 'got null'],
  [{ limits: { maxConcurrentQueries: 1.5 } }, 'limits.maxConcurrentQueries', 'got 1.5'],
  [{ limits: { maxConsecutiveErrors: 0 } }, 'limits.maxConsecutiveErrors', 'got 0'],
  [{ limits: { maxCalls: 0.5 } }, 'limits.maxCalls', 'got 0.5'],
  [{ limits: { timeoutMs: 0 } }, 'limits.timeoutMs', 'got 0'],
  [{ sandboxLimits: { cellMS: 3 } }, 'sandboxLimits.cellMS', 'sandboxLimits.cellMs'],
  [{ sandboxLimits: { cellMs: -1 } }, 'sandboxLimits.cellMs', 'got -1'],
  [{ model: undefined }, 'model', 'got undefined'],
  [{ model: '' }, 'model', 'got ""', 'openai/gpt-5-mini'],
  [{ model: provider }, 'model', 'a provider', 'Call it with a model id'],
  [{ model: [model, provider] }, 'model[1]', 'Call it with a model id'],
  [{ subModel: provider }, 'subModel', 'Call it with a model id'],
  [{ models: { small: provider } }, 'models.small', 'Call it with a model id'],
  [{ models: { small: 5 } }, 'models.small', 'got 5'],
  [{ model: [] }, 'model', 'got an empty list'],
  [{ model: [model, null] }, 'model[1]', 'got null'],
  [{ models: { fast: 5 } }, 'models.fast', 'got 5'],
  [{ sandbox: {} }, 'sandbox', 'got an empty object'],
  [{ sandbox: quickjs }, 'sandbox', 'got a function', 'Call it'],
  [{ maxSteps: -1 }, 'maxSteps', 'got -1'],
  [{ maxDepth: null }, 'maxDepth', 'got null'],
  [{ instructions: 3 }, 'instructions', 'got 3'],
  [{ dialects: ['FINAL'] }, 'dialects[0]', "'final', 'final-strict', "],
  [{ dialects: [] }, 'dialects', 'got an empty list'],
  [{ context: 'a', contexts: {} }, 'contexts', 'got both'],
  [{ contexts: { a: null } }, 'contexts.a', 'got null'],
  [{ contexts: { a: 'text' } }, 'contexts.a', 'got "text"'],
  [{ contexts: { a: { valu: 1 } } }, 'contexts.a.valu', 'contexts.a.value'],
  [{ contexts: { 'not a name': { value: 'x' } } }, 'contexts', 'got "not a name"'],
  [
    { contexts: { class: { value: 'x' } } },
    'contexts',
    'got "class", which is a word of the language',
  ],
  [{ tools: [{ ...tool, name: 'for' }] }, 'tools[0].name', 'got "for"'],
  [{ context: NaN }, 'context', 'text, JSON data'],
  [{ contexts: { FINAL: { value: 'x' } } }, 'contexts', 'got "FINAL"'],
  [{ schema: { type: 'number' } }, 'schema', 'got an object'],
  [{ schemas: { score: {} } }, 'schemas.score', 'a Standard Schema'],
  [{ prices: { input: 3, output: 15 } }, 'prices', 'a price { inputPerMillion, outputPerMillion }'],
  [{ prices: { inputPerMillion: 3 } }, 'prices.outputPerMillion', 'got undefined'],
  [{ cache: new Map() }, 'cache', 'got a Map'],
  [{ compaction: { maxChars: '400k' } }, 'compaction.maxChars', 'got "400k"'],
  [{ compaction: { keepTurn: 3 } }, 'compaction.keepTurn', 'compaction.keepTurns'],
  [{ compaction: true }, 'compaction', 'got true'],
  [{ prompt: { zebra: '' } }, 'prompt.zebra', 'task'],
  [{ prompt: { taks: '' } }, 'prompt.taks', 'prompt.task'],
  [{ prompt: { tasks: '' } }, 'prompt.tasks', 'prompt.task'],
  [{ prompt: { task: 3 } }, 'prompt.task', 'got 3'],
  [{ telemetry: { recordContents: true } }, 'telemetry.recordContents', 'telemetry.recordContent'],
  [{ telemetry: { tracer: {} } }, 'telemetry.tracer', 'got an empty object'],
  [{ tools: 5 }, 'tools', 'got 5'],
  [{ tools: [null] }, 'tools[0]', 'got null'],
  [{ tools: [{ ...tool, name: undefined }] }, 'tools[0].name', 'a name'],
  [{ tools: [{ ...tool, description: undefined }] }, 'tools[0].description', 'got undefined'],
  [{ tools: { look: 5 } }, 'tools.look', 'got 5'],
  [{ tools: [{ ...tool, name: 'look-up' }] }, 'tools[0].name', 'got "look-up"'],
  [{ tools: [tool, tool] }, 'tools[1].name', 'Two tools', '"look"'],
  [{ policies: [null] }, 'policies[0]', 'a name'],
  [
    { policies: [({ steps }: { steps: unknown[] }) => steps.length > 2] },
    'policies[0]',
    'fromStopCondition() of @rlm/policies/ai-sdk',
  ],
  [{ clock: {} }, 'clock', 'got an empty object'],
  [{ throwOnLimit: 1 }, 'throwOnLimit', 'got 1'],
];

const rlm = createRlm({ model, sandbox });
afterAll(() => rlm.close());

const entries: Readonly<Record<string, OptionsEntry>> = {
  runRlm: {
    call: runRlm,
    right: { model, sandbox, query: 'q' },
    wrong: [
      ...common,
      [{ query: undefined }, 'query', 'got undefined'],
      [{ query: ' ' }, 'query', 'got " "'],
      [{ query: undefined, question: 'q' }, 'question', 'query'],
      [{ runId: '' }, 'runId', 'got ""'],
      [{ abortSignal: null }, 'abortSignal', 'got null'],
    ],
  },
  createRlm: {
    call: createRlm,
    right: { model, sandbox },
    wrong: [
      ...common,
      [{ query: 'q' }, 'query', 'run(query)'],
      [{ abortSignal: new AbortController().signal }, 'abortSignal', 'run(query, { abortSignal })'],
    ],
  },
  'run of createRlm': {
    call: (options) => rlm.run('q', options),
    right: { maxSteps: 0 },
    wrong: [
      [{ maxStep: 3 }, 'maxStep', 'maxSteps'],
      [{ limits: {} }, 'limits', 'runId, abortSignal, maxSteps'],
      [{ maxSteps: -1 }, 'maxSteps', 'got -1'],
    ],
  },
  asLanguageModel: { call: asLanguageModel, right: { model, sandbox }, wrong: common },
  'asLanguageModel, the second': {
    call: (options) => asLanguageModel(rlm, options),
    right: { modelId: 'mine', specificationVersion: 'v4' },
    wrong: [
      [{ modelID: 'x' }, 'modelID', 'modelId'],
      [{ specificationVersion: 'v2' }, 'specificationVersion', 'got "v2"'],
      [{ modelId: 3 }, 'modelId', 'got 3'],
    ],
  },
};

function errorFrom(call: () => unknown): InvalidOptionError {
  try {
    call();
  } catch (error) {
    if (InvalidOptionError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

testOptions(entries, InvalidOptionError, { details: { option: 'options' } });

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, option: string, ...facts: string[]]>([
    ['no question', () => rlm.run(3 as never), 'query', 'got 3'],
    ['a piece of nothing', () => chunkIndices(10, 0), 'size', 'got 0'],
    ['too much overlap', () => chunkIndices(10, 3, 3), 'overlap', 'got 3'],
  ])('refuses %s', (_, call, ...facts) => {
    expect(errorFrom(call)).toEqual(invalidOption(...facts));
  });
});

describe('isInstance', () => {
  const errors = {
    options: new InvalidOptionError({ option: 'a', message: 'b' }),
    context: new ContextError('a', 'b'),
    sandbox: new SandboxError('session_lost', 'a'),
    engine: new InvalidTransitionError('failed', 'running', 'b'),
  };

  it.each([
    [InvalidOptionError, ['options']],
    [ContextError, ['context']],
    [SandboxError, ['sandbox']],
    [InvalidTransitionError, ['engine']],
    [RlmError, ['options', 'context', 'sandbox', 'engine']],
  ] as const)('of %o knows its own errors alone', (type, own) => {
    const claims = Object.entries(errors).filter(([, error]) =>
      (type as typeof RlmError).isInstance(error),
    );
    expect(claims.map(([name]) => name)).toEqual(own);
  });
});
