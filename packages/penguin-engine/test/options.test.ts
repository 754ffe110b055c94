import { errorWith } from '@rlm/config/error-with';
import {
  invalidOption,
  testOptions,
  type OptionsEntry,
  wrongSettings,
} from '@rlm/config/options-suite';
import {
  createEventHub,
  createInProcessExecutor,
  createRun,
  createToolSet,
  filtered,
  InvalidOptionError,
  type Protocol,
  renamed,
  type RunContext,
  withTimeout,
} from '@rlm/kernel';
import { callModel } from '@rlm/kernel/model';
import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import {
  checkTerminationSignal,
  defineTool,
  parseActions,
  requiresApproval,
  runResponse,
  runTask,
  stripActions,
} from '../src/index.js';
import {
  approve,
  createTask,
  markPendingReview,
  reject,
  transition,
  canTransition,
} from '../src/task/index.js';
import { trimMessages } from '../src/context-window/trim-messages.js';

const tool = defineTool({ name: 'look', description: 'Looks', execute: () => 'seen' });
const protocol: Protocol<null, null, string, never> = {
  name: 'never taken',
  open: () => Promise.resolve(null),
  step: () => {
    throw new Error('not reached');
  },
};
const model = scriptedModel([]);
const pending = markPendingReview(createTask({ id: 't', name: 'task', status: 'running' }));

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

const modes: OptionsEntry['wrong'] = [
  [{ maxStep: 1 }, 'maxStep', 'maxSteps'],
  [{ maxIterations: 3 }, 'maxIterations', 'maxSteps'],
  ...wrongSettings,
  [{ seed: 5 }, 'seed', 'settings.root.seed'],
  [{ maxTokens: 3 }, 'maxTokens', 'limits.maxTokens'],
  [{ timeout: 3 }, 'timeout', 'limits.timeoutMs'],
  [{ limits: { maxCall: 3 } }, 'limits.maxCall', 'limits.maxCalls'],
  [{ limits: { maxSteps: 3 } }, 'limits.maxSteps', 'maxSteps'],
  [{ limits: { maxTokens: -3 } }, 'limits.maxTokens', 'got -3'],
  [{ limits: { maxTokens: '5' } }, 'limits.maxTokens', 'got "5"'],
  [{ limits: null }, 'limits', 'got null'],
  [{ maxResultChars: 5 }, 'maxResultChars', 'limits.maxOutputChars'],
  [{ limits: { maxOutputChars: '5' } }, 'limits.maxOutputChars', 'got "5"'],
  [{ limits: { maxDepth: 1 } }, 'limits.maxDepth', 'maxDepth'],
  [{ maxSteps: Infinity }, 'maxSteps', 'got Infinity'],
  [{ maxSteps: 1.5 }, 'maxSteps', 'got 1.5'],
  [{ parent: null }, 'parent', 'got null'],
  [{ model: '' }, 'model', 'got ""', 'openai/gpt-5-mini'],
  [
    { model: Object.assign(() => ({}), { languageModel: () => ({}) }) },
    'model',
    'Call it with a model id',
  ],
  [
    { model: { specificationVersion: 'v1', doGenerate: () => 1, doStream: () => 1 } },
    'model',
    'got an object',
    '"v1"',
    'v2, v3 and v4',
  ],
  [{ prompt: undefined }, 'prompt', 'got undefined'],
  [{ prompt: ['a'] }, 'prompt', 'got a list of 1'],
  [{ system: 3 }, 'system', 'got 3'],
  [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content', 'got 5'],
  [
    { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] },
    'messages[0]',
    'got one with parts, as useChat has it',
    'await convertToModelMessages(messages)',
  ],
  [
    { messages: [{ role: 'user', content: [{ type: 'file' }] }] },
    'messages[0].content[0].type',
    'got "file"',
  ],
  [
    { messages: [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: '1' }] }] },
    'messages[0].content[0].toolName',
    'got undefined',
  ],
  [{ history: [] }, 'history', 'messages'],
  [
    { prompt: undefined, messages: [{ role: 'assistant', content: 'Hi' }] },
    'prompt',
    'got undefined',
    'the last of messages must be from the user',
  ],
  [{ messages: [{ role: 'bot', content: '' }] }, 'messages[0].role', 'got "bot"'],
  [{ tools: 5 }, 'tools', 'got 5'],
  [{ tools: [null] }, 'tools[0]', 'got null'],
  [{ tools: { look: { ...tool, description: 5 } } }, 'tools.look.description', 'got 5'],
  [{ tools: [{ ...tool, name: undefined }] }, 'tools[0].name', 'got undefined'],
  [
    { tools: [tool, { ...tool, name: 'zap', description: undefined }] },
    'tools[1].description',
    'got undefined',
  ],
  [{ tools: [{ ...tool, execute: 'x' }] }, 'tools[0].execute', 'got "x"'],
  [{ policies: 5 }, 'policies', 'got 5'],
  [{ guard: true }, 'guard', 'got true'],
  [{ abortSignal: {} }, 'abortSignal', 'got an empty object'],
  [{ approve: true }, 'approve', 'got true'],
  [{ contextWindow: { maxToken: 3 } }, 'contextWindow.maxToken', 'contextWindow.maxTokens'],
  [{ prices: { inputPerMillion: 1 } }, 'prices.outputPerMillion', 'got undefined'],
  [{ throwOnLimit: 'yes' }, 'throwOnLimit', 'got "yes"'],
  [{ limits: { callTimeoutMs: 0 } }, 'limits.callTimeoutMs', 'got 0'],
];

const run: OptionsEntry['wrong'] = [
  [{ maxStep: 3 }, 'maxStep', 'maxSteps'],
  [{ maxTokens: 3 }, 'maxTokens', 'limits.maxTokens'],
  [{ limits: { maxTokens: -3 } }, 'limits.maxTokens', 'got -3'],
  [{ limits: [] }, 'limits', 'got an empty list'],
  [{ guards: {} }, 'guards', 'got an empty object'],
  [{ wrapUp: { call: 1 } }, 'wrapUp.call', 'wrapUp.calls'],
  [{ clock: null }, 'clock', 'got null'],
];

const entries: Readonly<Record<string, OptionsEntry>> = {
  runResponse: {
    call: runResponse,
    right: { model, prompt: 'Go' },
    wrong: [...modes, [{ task: {} }, 'task', 'Unknown option']],
  },
  runTask: {
    call: runTask,
    right: { model, prompt: 'Go' },
    wrong: [
      ...modes,
      [{ task: { nam: 'x' } }, 'task.nam', 'task.name'],
      [{ task: 'Write' }, 'task', 'got "Write"', 'prompt'],
    ],
  },
  createRun: {
    call: (options) => createRun(protocol, null, options),
    right: { maxSteps: 0 },
    wrong: [...run, [{ eventBufer: 3 }, 'eventBufer', 'eventBuffer']],
  },
  createInProcessExecutor: {
    call: createInProcessExecutor,
    right: {},
    wrong: [
      [{ attempt: 3 }, 'attempt', 'attempts'],
      [{ attempts: 0 }, 'attempts', 'got 0'],
      [{ concurrency: { model: 0 } }, 'concurrency.model', 'got 0'],
      [{ concurrency: null }, 'concurrency', 'got null'],
    ],
  },
  createEventHub: {
    call: createEventHub,
    right: {},
    wrong: [
      [{ onError: () => 1 }, 'onError', 'onHandlerError'],
      [{ onHandlerError: 1 }, 'onHandlerError', 'got 1'],
    ],
  },
  trimMessages: {
    call: (options) => trimMessages([], options),
    right: { maxTokens: 10 },
    wrong: [
      [{ maxToken: 3 }, 'maxToken', 'maxTokens'],
      [{ maxTokens: '3' }, 'maxTokens', 'got "3"'],
    ],
  },
  defineTool: {
    call: defineTool,
    right: { name: 'look', description: 'Looks', execute: () => 'seen' },
    wrong: [
      [{ timeout: 3 }, 'timeout', 'Tool "look"', 'timeoutMs'],
      [{ nam: 'x' }, 'nam', 'Tool "look"', 'name'],
      [{ name: undefined }, 'name', 'Tool "undefined"', 'a name of letters'],
      [{ name: 'a b' }, 'name', 'Tool "a b"', 'a name of letters'],
      [{ description: undefined }, 'description', 'Tool "look"', 'got undefined'],
      [{ input: { type: 'object' } }, 'input', 'Tool "look"', 'got an object'],
      [{ execute: 3 }, 'execute', 'Tool "look"', 'got 3'],
    ],
  },
  parseActions: {
    call: (options) => parseActions('', options),
    right: { names: ['look'] },
    wrong: [
      [{ name: ['look'] }, 'name', 'names'],
      [{ names: 'look' }, 'names', 'got "look"'],
      [{ names: [5] }, 'names', 'got a list of 1'],
      [{ profile: 'loose' }, 'profile', 'got "loose"'],
    ],
  },
  stripActions: {
    call: (options) => stripActions('', options),
    right: { names: ['look'] },
    wrong: [[{ part: 'all' }, 'part', 'got "all"']],
  },
  scriptedModel: {
    call: (options) => scriptedModel([], options),
    right: { after: 'cycle' },
    wrong: [
      [{ afer: 'cycle' }, 'afer', 'after'],
      [{ after: 'stop' }, 'after', 'got "stop"'],
    ],
  },
  createTask: {
    call: createTask,
    right: { id: 't', name: 'task' },
    wrong: [
      [{ stat: 'x' }, 'stat', 'Did you mean status?'],
      [{ owner: 'x' }, 'owner', 'id, name, status, progress'],
      [{ statu: 'x' }, 'statu', 'status'],
      [{ status: 'done' }, 'status', "'active', 'running'"],
      [{ progress: 101 }, 'progress', 'got 101'],
    ],
  },
  reject: {
    call: (options) => reject(pending, 'no', options),
    right: {},
    wrong: [
      [{ by: 'ada' }, 'by', 'reviewer, to'],
      [{ to: 'completed' }, 'to', 'got "completed"'],
    ],
  },
};

testOptions(entries, InvalidOptionError);

describe('the options of callModel', () => {
  it.each([
    [{ timeout: 5 }, 'timeout', 'timeoutMs'],
    [{ timeoutMs: 0 }, 'timeoutMs', 'got 0'],
    [{ prices: 5 }, 'prices', 'got 5'],
    [null, 'options', 'got null'],
  ] as const)('%j is refused: %s', async (given, option, fact) => {
    const request = { messages: [], purpose: 'root' } as const;
    const call = callModel(model, request, {} as RunContext, given as never);
    await expect(call).rejects.toThrow(invalidOption(option, fact));
  });
});

describe('the context of a task', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  it.each<[title: string, context: object, ...facts: string[]]>([
    ['nested 100,000 levels deep', nested(100_000), 'nested', '100 levels'],
    ['that refers to itself', cyclic, 'task.context.self', 'back to task.context'],
    ['with a function', { call: () => 1 }, 'task.context.call', 'a function'],
  ])('cannot be an object %s', (_, context, ...facts) => {
    const run = (): unknown =>
      runTask({ model, prompt: 'Go', task: { context: context as never } });
    expect(run).toThrow(errorWith({ code: 'invalid_option', facts }));
  });
});

describe('tools that are put together wrongly', () => {
  it.each<[title: string, call: () => unknown, option: string, ...facts: string[]]>([
    ['null in a set', () => createToolSet([null as never]), 'options', 'got null'],
    ['no tools at all', () => createToolSet(undefined as never), 'tools', 'got undefined'],
    ['a text in their place', () => createToolSet('ab' as never), 'tools', 'a list of tools'],
    [
      'tools by name',
      () => createToolSet({ look: tool } as never),
      'tools',
      'got an object',
      '[defineTool(',
    ],
    ['no tool in a wrapper', () => withTimeout(null as never, 5), 'tool', 'got null'],
    [
      'no tool that needs approval',
      () => requiresApproval(undefined as never),
      'tool',
      'got undefined',
    ],
    ['no rule of approval', () => requiresApproval(tool, true as never), 'when', 'got true'],
    ['no tool to rename', () => renamed(null as never, 'a'), 'tool', 'a tool'],
    [
      'no new names',
      () => renamed(createToolSet([tool]), undefined as never),
      'names',
      'got undefined',
    ],
    ['no set to filter', () => filtered([tool] as never, ['look']), 'tools', 'got a list of 1'],
    [
      'no names to filter by',
      () => filtered(createToolSet([tool]), 'look' as never),
      'accept',
      'got "look"',
    ],
    ['a new name that is none', () => renamed(tool, 'a b'), 'name', 'Tool "look"', 'a name'],
    ['a time that is none', () => withTimeout(tool, 0), 'timeoutMs', 'got 0'],
  ])('refuses %s', (_, call, ...facts) => {
    expect(call).toThrow(invalidOption(...facts));
  });
});

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, option: string, ...facts: string[]]>([
    ['null for a task', () => transition(null as never, 'running'), 'task', 'a task'],
    ['a task of no status', () => approve({ id: 't' } as never), 'task.status', 'got undefined'],
    ['a name for a task', () => reject('t' as never, 'no'), 'task', 'a task (createTask)'],
    [
      'a text for messages',
      () => trimMessages('x' as never, { maxTokens: 5 }),
      'messages',
      'got "x"',
    ],
    [
      'a message without text',
      () => trimMessages([{ role: 'user' }] as never, { maxTokens: 5 }),
      'messages[0].content',
      'got undefined',
    ],
  ])('refuses %s', (_, call, ...facts) => {
    expect(call).toThrow(invalidOption(...facts));
  });

  it('knows no change from a status that is none', () => {
    expect(canTransition('asleep' as never, 'running')).toBe(false);
  });
});

describe('the arguments of the parts', () => {
  const options = { names: ['search'] };
  it.each<[string, string, () => unknown]>([
    ['parseActions of nothing', 'text', () => parseActions(undefined as never, options)],
    ['parseActions of a number', 'text', () => parseActions(42 as never, options)],
    ['stripActions of nothing', 'text', () => stripActions(undefined as never, options)],
    ['stripActions of a list', 'text', () => stripActions([] as never, options)],
    ['results that are none', 'results', () => checkTerminationSignal(undefined as never, 'x')],
    ['results as a text', 'results', () => checkTerminationSignal('x' as never, 'x')],
    ['no terminator', 'terminationAction', () => checkTerminationSignal([], undefined as never)],
  ])('refuse %s', (_, fact, call) => {
    expect(call).toThrow(invalidOption(fact));
  });
});
