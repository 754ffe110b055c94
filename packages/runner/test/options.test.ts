import { testOptions, type OptionsEntry, type WrongOptions } from '@rlm/config/options-suite';
import { InvalidTransitionError } from '@rlm/penguin-engine/task';
import { scriptedModel } from '@rlm/kernel/testing';
import { RlmError } from '@rlm/repl-types';
import { SandboxError } from '@rlm/sandbox';
import { quickjs } from './support/quickjs.js';
import { afterAll, describe, expect, it } from 'vitest';

import {
  asLanguageModel,
  chunkIndices,
  ContextError,
  createRlm,
  InvalidOptionError,
  runRlm,
} from '../src/index.js';
import { readContextFiles } from '../src/node/index.js';

const model = scriptedModel([]);
const sandbox = quickjs();
const tool = { name: 'look', description: 'Looks', execute: () => 'seen' };

/** What every way to make an RLM refuses. */
const common: WrongOptions = [
  [{ maxStep: 3 }, 'maxStep: unknown option; did you mean maxSteps?'],
  [{ max_steps: 3 }, 'max_steps: unknown option; did you mean maxSteps?'],
  [{ maxIterations: 3 }, 'maxIterations: unknown option; did you mean maxSteps?'],
  [{ temperature: 0 }, 'temperature: unknown option; give it as settings.root.temperature'],
  [{ topP: 1 }, 'topP: unknown option; give it as settings.root.topP'],
  [{ headers: {} }, 'headers: unknown option; give it as settings.root.headers'],
  [{ stopSequences: [] }, 'stopSequences: unknown option; give it as settings.root.stopSequences'],
  [
    { providerOptions: {} },
    'providerOptions: unknown option; give it as settings.root.providerOptions',
  ],
  [{ maxOutputTokens: 5 }, 'maxOutputTokens: unknown option; give it as limits.maxOutputTokens'],
  [{ settings: { temperature: 0 } }, 'settings.temperature: unknown option; '],
  [
    { settings: { root: { temperature: -1 } } },
    'settings.root.temperature: expected a finite number from 0, got -1',
  ],
  [
    { settings: { sub: { topP: 1.5 } } },
    'settings.sub.topP: expected a number from 0 to 1, got 1.5',
  ],
  [
    { settings: { wrapUp: { seed: 'x' } } },
    'settings.wrapUp.seed: expected a whole number from 0, got "x"',
  ],
  [
    { settings: { root: { stopSequences: [1] } } },
    'settings.root.stopSequences[0]: expected text, got 1',
  ],
  [{ settings: { root: { headers: { a: 1 } } } }, 'settings.root.headers.a: expected text, got 1'],
  [
    { settings: { root: { providerOptions: { openai: 1 } } } },
    'settings.root.providerOptions.openai: expected an object, got 1',
  ],
  [{ maxTokens: 3 }, 'maxTokens: unknown option; give it as limits.maxTokens'],
  [{ timeoutMs: 3 }, 'timeoutMs: unknown option; give it as limits.timeoutMs'],
  [{ memoryBytes: 3 }, 'memoryBytes: unknown option; give it as sandboxLimits.memoryBytes'],
  [{ limit: {} }, 'limit: unknown option; did you mean limits?'],
  [{ limits: { maxSteps: 3 } }, 'limits.maxSteps: unknown option; give it as maxSteps'],
  [{ limits: { maxToken: 3 } }, 'limits.maxToken: unknown option; did you mean limits.maxTokens?'],
  [{ limits: { maxTokens: -3 } }, 'limits.maxTokens: expected a whole number from 0, got -3'],
  [{ limits: { maxTokens: '5' } }, 'limits.maxTokens: expected a whole number from 0, got "5"'],
  [{ limits: { maxTokens: NaN } }, 'limits.maxTokens: expected a whole number from 0, got NaN'],
  [{ limits: null }, 'limits: expected an object, got null'],
  [
    { limits: { maxConcurrentQueries: 1.5 } },
    'limits.maxConcurrentQueries: expected a whole number from 1, got 1.5',
  ],
  [
    { limits: { maxConsecutiveErrors: 0 } },
    'limits.maxConsecutiveErrors: expected a whole number from 1, got 0',
  ],
  [{ limits: { maxCalls: 0.5 } }, 'limits.maxCalls: expected a whole number from 0, got 0.5'],
  [{ limits: { timeoutMs: 0 } }, 'limits.timeoutMs: expected a number above 0, got 0'],
  [
    { sandboxLimits: { cellMS: 3 } },
    'sandboxLimits.cellMS: unknown option; did you mean sandboxLimits.cellMs?',
  ],
  [
    { sandboxLimits: { cellMs: -1 } },
    'sandboxLimits.cellMs: expected a number from 0 to 2147483647, got -1',
  ],
  [{ model: undefined }, 'model: expected a function or an AI SDK model object, got undefined'],
  [{ model: 'gpt' }, 'model: expected a function or an AI SDK model object, got "gpt"'],
  [{ model: [] }, 'model: expected a list of at least 1, got an empty list'],
  [{ model: [model, null] }, 'model[1]: expected a function or an AI SDK model object, got null'],
  [{ models: { fast: 5 } }, 'models.fast: expected a function or an AI SDK model object, got 5'],
  [
    { sandbox: {} },
    'sandbox: expected a backend such as quickjs() or pyodide(), got an empty object',
  ],
  [{ sandbox: quickjs }, 'got a function; call it, and give what it returns'],
  [{ maxSteps: -1 }, 'maxSteps: expected a whole number from 0, got -1'],
  [{ maxDepth: null }, 'maxDepth: expected a whole number from 0, got null'],
  [{ instructions: 3 }, 'instructions: expected text, got 3'],
  [{ dialects: ['FINAL'] }, "dialects[0]: expected 'final', 'final-strict', "],
  [{ dialects: [] }, 'dialects: expected a list of at least 1, got an empty list'],
  [{ context: 'a', contexts: {} }, 'contexts: there is a context too'],
  [{ contexts: { a: null } }, 'contexts.a: expected an object, got null'],
  [{ contexts: { a: 'text' } }, 'contexts.a: expected an object, got "text"'],
  [
    { contexts: { a: { valu: 1 } } },
    'contexts.a.valu: unknown option; did you mean contexts.a.value?',
  ],
  [
    { contexts: { 'not a name': { value: 'x' } } },
    'contexts: expected an identifier (letters, digits and _, no digit first), got "not a name"',
  ],
  [
    { contexts: { class: { value: 'x' } } },
    'contexts: expected a name that JavaScript code can use, got "class", which is a word of the language',
  ],
  [
    { tools: [{ ...tool, name: 'for' }] },
    'tools[0].name: expected a name that JavaScript code can use, got "for"',
  ],
  [{ context: NaN }, 'context: expected text, JSON data'],
  [
    { contexts: { FINAL: { value: 'x' } } },
    'contexts: the REPL has something else of the name "FINAL"',
  ],
  [
    { schema: { type: 'number' } },
    'schema: expected a Standard Schema (zod, valibot, arktype), got an object',
  ],
  [{ schemas: { score: {} } }, 'schemas.score: expected a Standard Schema'],
  [
    { prices: { input: 3, output: 15 } },
    'prices.input: expected a price { inputPerMillion, outputPerMillion }',
  ],
  [
    { prices: { inputPerMillion: 3 } },
    'prices.outputPerMillion: expected a number from 0, got undefined',
  ],
  [{ cache: new Map() }, 'cache: expected a storage with getItem() and setItem(), got a Map'],
  [
    { compaction: { maxChars: '400k' } },
    'compaction.maxChars: expected a whole number from 0, got "400k"',
  ],
  [
    { compaction: { keepTurn: 3 } },
    'compaction.keepTurn: unknown option; did you mean compaction.keepTurns?',
  ],
  [{ compaction: true }, 'compaction: expected an object or false, got true'],
  [{ prompt: { zebra: '' } }, 'prompt.zebra: unknown option; known are task'],
  [{ prompt: { taks: '' } }, 'prompt.taks: unknown option; did you mean prompt.task?'],
  [{ prompt: { tasks: '' } }, 'prompt.tasks: unknown option; did you mean prompt.task?'],
  [{ prompt: { task: 3 } }, 'prompt.task: expected text or a function or false, got 3'],
  [
    { telemetry: { recordContents: true } },
    'telemetry.recordContents: unknown option; did you mean telemetry.recordContent?',
  ],
  [
    { telemetry: { tracer: {} } },
    'telemetry.tracer: expected a tracer with startSpan(), got an empty object',
  ],
  [{ tools: 5 }, 'tools: expected a list, got 5'],
  [{ tools: [null] }, 'tools[0]: expected a tool (defineTool), got null'],
  [{ tools: [{ ...tool, name: undefined }] }, 'tools[0].name: expected a name'],
  [
    { tools: [{ ...tool, description: undefined }] },
    'tools[0].description: expected text, got undefined',
  ],
  [
    { tools: { look: 5 } },
    'tools.look: expected a tool (tool() of the AI SDK, or defineTool), got 5',
  ],
  [
    { tools: [{ ...tool, name: 'look-up' }] },
    'tools[0].name: expected an identifier (letters, digits and _, no digit first), got "look-up"',
  ],
  [{ tools: [tool, tool] }, 'tools[1].name: the REPL has something else of the name "look"'],
  [{ policies: [null] }, 'policies[0]: expected a name'],
  [
    { policies: [({ steps }: { steps: unknown[] }) => steps.length > 2] },
    'fromStopCondition() of @rlm/policies/ai-sdk',
  ],
  [{ clock: {} }, 'clock: expected an object with now() and sleep(), got an empty object'],
  [{ throwOnLimit: 1 }, 'throwOnLimit: expected true or false, got 1'],
];

const rlm = createRlm({ model, sandbox });
afterAll(() => rlm.close());

const entries: Readonly<Record<string, OptionsEntry>> = {
  runRlm: {
    call: runRlm,
    right: { model, sandbox, query: 'q' },
    wrong: [
      ...common,
      [{ query: undefined }, 'query: expected a question, got undefined'],
      [{ query: ' ' }, 'query: expected a question, got " "'],
      [{ query: undefined, question: 'q' }, 'question: unknown option; did you mean query?'],
      [{ runId: '' }, 'runId: expected text that is not empty, got ""'],
      [{ abortSignal: null }, 'abortSignal: expected an AbortSignal, got null'],
    ],
  },
  createRlm: {
    call: createRlm,
    right: { model, sandbox },
    wrong: [
      ...common,
      [{ query: 'q' }, 'query: unknown option; did you mean run(query)?'],
      [
        { abortSignal: new AbortController().signal },
        'abortSignal: unknown option; did you mean run(query, { abortSignal })?',
      ],
    ],
  },
  'run of createRlm': {
    call: (options) => rlm.run('q', options),
    right: { maxSteps: 0 },
    wrong: [
      [{ maxStep: 3 }, 'maxStep: unknown option; did you mean maxSteps?'],
      [{ limits: {} }, 'limits: unknown option; known are runId, abortSignal, maxSteps'],
      [{ maxSteps: -1 }, 'maxSteps: expected a whole number from 0, got -1'],
    ],
  },
  asLanguageModel: { call: asLanguageModel, right: { model, sandbox }, wrong: common },
  'asLanguageModel, the second': {
    call: (options) => asLanguageModel(rlm, options),
    right: { modelId: 'mine' },
    wrong: [
      [{ modelID: 'x' }, 'modelID: unknown option; did you mean modelId?'],
      [{ modelId: 3 }, 'modelId: expected text that is not empty, got 3'],
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
  it.each<[title: string, call: () => unknown, message: string]>([
    ['no question', () => rlm.run(3 as never), 'query: expected a question, got 3'],
    [
      'a piece of nothing',
      () => chunkIndices(10, 0),
      'size: expected a whole number from 1, got 0',
    ],
    [
      'too much overlap',
      () => chunkIndices(10, 3, 3),
      'overlap: expected less than the size (3), got 3',
    ],
  ])('refuses %s', (_, call, message) => {
    expect(errorFrom(call).message).toBe(message);
  });

  it.each<[paths: unknown, options: unknown, message: string]>([
    [[], {}, 'paths: expected a list of at least 1, got an empty list'],
    [5, {}, 'paths: expected a list of at least 1, got 5'],
    [[3], {}, 'paths[0]: expected text that is not empty, got 3'],
    ['x', { signal: 1 }, 'signal: unknown option; known are abortSignal'],
    ['x', null, 'options: expected an object, got null'],
  ])('readContextFiles refuses %j with %j', async (paths, options, message) => {
    const error: unknown = await readContextFiles(paths as never, options as never).catch(
      (reason: unknown) => reason,
    );
    expect(InvalidOptionError.isInstance(error) && error.message).toBe(message);
  });
});

describe('isInstance', () => {
  const errors = {
    options: new InvalidOptionError('a', 'b'),
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
