import { testOptions, type OptionsEntry } from '@rlm/config/options-suite';
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
import { RlmError } from '@rlm/repl-types';
import { describe, expect, it } from 'vitest';

import {
  defineTool,
  parseActions,
  requiresApproval,
  runResponse,
  runTask,
  stripActions,
} from '../src/index.js';
import {
  approve,
  canTransition,
  createTask,
  markPendingReview,
  reject,
  transition,
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

/** A message as the parts that it was made of. */
function splitAt(message: string): [option: string, problem: string] {
  const colon = message.indexOf(': ');
  return [message.slice(0, colon), message.slice(colon + 2)];
}

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

const modes: OptionsEntry['wrong'] = [
  [{ maxStep: 1 }, 'maxStep: unknown option; did you mean maxSteps?'],
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
  [{ seed: 5 }, 'the seed of a model is settings.root.seed'],
  [{ maxTokens: 3 }, 'maxTokens: unknown option; give it as limits.maxTokens'],
  [{ timeout: 3 }, 'timeout: unknown option; did you mean limits.timeoutMs?'],
  [{ limits: { maxCall: 3 } }, 'limits.maxCall: unknown option; did you mean limits.maxCalls?'],
  [{ limits: { maxSteps: 3 } }, 'limits.maxSteps: unknown option; give it as maxSteps'],
  [{ limits: { maxTokens: -3 } }, 'limits.maxTokens: expected a whole number from 0, got -3'],
  [{ limits: { maxTokens: '5' } }, 'limits.maxTokens: expected a whole number from 0, got "5"'],
  [{ limits: null }, 'limits: expected an object, got null'],
  [{ maxResultChars: 5 }, 'maxResultChars: unknown option; did you mean limits.maxOutputChars?'],
  [
    { limits: { maxOutputChars: '5' } },
    'limits.maxOutputChars: expected a whole number from 0, got "5"',
  ],
  [{ limits: { maxDepth: 1 } }, 'limits.maxDepth: unknown option; give it as maxDepth'],
  [{ maxSteps: Infinity }, 'maxSteps: expected a whole number from 0, got Infinity'],
  [{ maxSteps: 1.5 }, 'maxSteps: expected a whole number from 0, got 1.5'],
  [{ parent: null }, 'parent: expected the context of a run, got null'],
  [{ model: 'gpt-5' }, 'model: expected a function or an AI SDK model object, got "gpt-5"'],
  [
    { model: { specificationVersion: 'v1', doGenerate: () => 1, doStream: () => 1 } },
    'model: expected a function or an AI SDK model object, got an object; its specificationVersion is "v1", known are v2, v3 and v4',
  ],
  [{ prompt: undefined }, 'prompt: expected text, got undefined'],
  [{ prompt: ['a'] }, 'prompt: expected text, got a list of 1'],
  [{ system: 3 }, 'system: expected text, got 3'],
  [{ messages: [{ role: 'user', content: 5 }] }, 'messages[0].content: expected text, got 5'],
  [
    { messages: [{ role: 'user', content: [{ type: 'file' }] }] },
    "messages[0].content[0].type: expected 'text', 'reasoning', 'tool-call' or 'tool-result', got \"file\"",
  ],
  [
    { messages: [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: '1' }] }] },
    'messages[0].content[0].toolName: expected text, got undefined',
  ],
  [{ history: [] }, 'history: unknown option; did you mean messages?'],
  [
    { prompt: undefined, messages: [{ role: 'assistant', content: 'Hi' }] },
    'prompt: expected text, got undefined; without it, the last of messages must be from the user',
  ],
  [
    { messages: [{ role: 'bot', content: '' }] },
    "messages[0].role: expected 'system', 'user', 'assistant' or 'tool', got \"bot\"",
  ],
  [{ tools: 5 }, 'tools: expected a list, got 5'],
  [{ tools: [null] }, 'tools[0]: expected a tool (defineTool), got null'],
  [
    { tools: { look: { ...tool, description: 5 } } },
    'tools.look.description: expected text, got 5',
  ],
  [
    { tools: [{ ...tool, name: undefined }] },
    'tools[0].name: expected a name of letters, digits, "_" and "-", at most 64, got undefined',
  ],
  [
    { tools: [tool, { ...tool, name: 'zap', description: undefined }] },
    'tools[1].description: expected text, got undefined',
  ],
  [{ tools: [{ ...tool, execute: 'x' }] }, 'tools[0].execute: expected a function, got "x"'],
  [{ policies: 5 }, 'policies: expected a list, got 5'],
  [{ guard: true }, 'guard: expected what walletGuard() gives or false, got true'],
  [{ abortSignal: {} }, 'abortSignal: expected an AbortSignal, got an empty object'],
  [{ approve: true }, 'approve: expected a function, got true'],
  [
    { contextWindow: { maxToken: 3 } },
    'contextWindow.maxToken: unknown option; did you mean contextWindow.maxTokens?',
  ],
  [
    { prices: { inputPerMillion: 1 } },
    'prices.outputPerMillion: expected a number from 0, got undefined',
  ],
  [{ throwOnLimit: 'yes' }, 'throwOnLimit: expected true or false, got "yes"'],
  [{ limits: { callTimeoutMs: 0 } }, 'limits.callTimeoutMs: expected a number above 0, got 0'],
];

const run: OptionsEntry['wrong'] = [
  [{ maxStep: 3 }, 'maxStep: unknown option; did you mean maxSteps?'],
  [{ maxTokens: 3 }, 'maxTokens: unknown option; give it as limits.maxTokens'],
  [{ limits: { maxTokens: -3 } }, 'limits.maxTokens: expected a number from 0, got -3'],
  [{ limits: [] }, 'limits: expected an object, got an empty list'],
  [{ guards: {} }, 'guards: expected a list, got an empty object'],
  [{ wrapUp: { call: 1 } }, 'wrapUp.call: unknown option; did you mean wrapUp.calls?'],
  [{ clock: null }, 'clock: expected an object with now() and sleep(), got null'],
];

const entries: Readonly<Record<string, OptionsEntry>> = {
  runResponse: {
    call: runResponse,
    right: { model, prompt: 'Go' },
    wrong: [...modes, [{ task: {} }, 'task: unknown option']],
  },
  runTask: {
    call: runTask,
    right: { model, prompt: 'Go' },
    wrong: [
      ...modes,
      [{ task: { nam: 'x' } }, 'task.nam: unknown option; did you mean task.name?'],
      [
        { task: 'Write' },
        'task: expected an object, got "Write"; what the model is to do goes into prompt',
      ],
    ],
  },
  createRun: {
    call: (options) => createRun(protocol, null, options),
    right: { maxSteps: 0 },
    wrong: [...run, [{ eventBufer: 3 }, 'eventBufer: unknown option; did you mean eventBuffer?']],
  },
  createInProcessExecutor: {
    call: createInProcessExecutor,
    right: {},
    wrong: [
      [{ attempt: 3 }, 'attempt: unknown option; did you mean attempts?'],
      [{ attempts: 0 }, 'attempts: expected a whole number from 1, got 0'],
      [{ concurrency: { model: 0 } }, 'concurrency.model: expected a whole number from 1, got 0'],
      [{ concurrency: null }, 'concurrency: expected a whole number from 1, got null'],
    ],
  },
  createEventHub: {
    call: createEventHub,
    right: {},
    wrong: [
      [{ onError: () => 1 }, 'onError: unknown option; known are onHandlerError'],
      [{ onHandlerError: 1 }, 'onHandlerError: expected a function, got 1'],
    ],
  },
  trimMessages: {
    call: (options) => trimMessages([], options),
    right: { maxTokens: 10 },
    wrong: [
      [{ maxToken: 3 }, 'maxToken: unknown option; did you mean maxTokens?'],
      [{ maxTokens: '3' }, 'maxTokens: expected a number from 0, got "3"'],
    ],
  },
  defineTool: {
    call: defineTool,
    right: { name: 'look', description: 'Looks', execute: () => 'seen' },
    wrong: [
      [{ timeout: 3 }, 'Tool "look": timeout: unknown option; did you mean timeoutMs?'],
      [{ nam: 'x' }, 'Tool "look": nam: unknown option; did you mean name?'],
      [{ name: undefined }, 'Tool "undefined": name: expected a name of letters'],
      [{ name: 'a b' }, 'Tool "a b": name: expected a name of letters'],
      [{ description: undefined }, 'Tool "look": description: expected text, got undefined'],
      [
        { input: { type: 'object' } },
        'Tool "look": input: expected a Standard Schema (zod, valibot, arktype), got an object',
      ],
      [{ execute: 3 }, 'Tool "look": execute: expected a function, got 3'],
    ],
  },
  parseActions: {
    call: (options) => parseActions('', options),
    right: { names: ['look'] },
    wrong: [
      [{ name: ['look'] }, 'name: unknown option; did you mean names?'],
      [{ names: 'look' }, 'names: expected a list of names, got "look"'],
      [{ names: [5] }, 'names: expected a list of names, got a list of 1'],
      [{ profile: 'loose' }, "profile: expected 'strict' or 'compat', got \"loose\""],
    ],
  },
  stripActions: {
    call: (options) => stripActions('', options),
    right: { names: ['look'] },
    wrong: [[{ part: 'all' }, "part: expected 'complete' or 'incomplete', got \"all\""]],
  },
  scriptedModel: {
    call: (options) => scriptedModel([], options),
    right: { after: 'cycle' },
    wrong: [
      [{ afer: 'cycle' }, 'afer: unknown option; did you mean after?'],
      [{ after: 'stop' }, "after: expected 'raise', 'repeat' or 'cycle', got \"stop\""],
    ],
  },
  createTask: {
    call: createTask,
    right: { id: 't', name: 'task' },
    wrong: [
      [{ stat: 'x' }, 'stat: unknown option; known are id, name, status, progress'],
      [{ statu: 'x' }, 'statu: unknown option; did you mean status?'],
      [{ status: 'done' }, "status: expected 'active', 'running'"],
      [{ progress: 101 }, 'progress: expected a number from 0 to 100, got 101'],
    ],
  },
  reject: {
    call: (options) => reject(pending, 'no', options),
    right: {},
    wrong: [
      [{ by: 'ada' }, 'by: unknown option; known are reviewer, to'],
      [{ to: 'completed' }, "to: expected 'running' or 'active', got \"completed\""],
    ],
  },
};

testOptions(entries, InvalidOptionError);

describe('the options of callModel', () => {
  it.each([
    [{ timeout: 5 }, 'timeout: unknown option; did you mean timeoutMs?'],
    [{ timeoutMs: 0 }, 'timeoutMs: expected a number above 0, got 0'],
    [
      { prices: 5 },
      "prices: expected a price { inputPerMillion, outputPerMillion } or 'reported', got 5",
    ],
    [null, 'options: expected an object, got null'],
  ])('%j is refused with: %s', async (given, message) => {
    const request = { messages: [], purpose: 'root' } as const;
    const call = callModel(model, request, {} as RunContext, given as never);
    await expect(call).rejects.toThrow(new InvalidOptionError(...splitAt(message)));
  });
});

describe('the context of a task', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  it.each<[title: string, context: object, message: string]>([
    ['nested 100,000 levels deep', nested(100_000), 'is nested deeper than 100 levels'],
    ['that refers to itself', cyclic, 'task.context.self refers back to task.context'],
    ['with a function', { call: () => 1 }, 'task.context.call is a function'],
  ])('cannot be an object %s', (_, context, message) => {
    const run = (): unknown =>
      runTask({ model, prompt: 'Go', task: { context: context as never } });
    expect(run).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(run).toThrow(message);
  });
});

describe('tools that are put together wrongly', () => {
  it.each<[title: string, call: () => unknown, message: string]>([
    [
      'null in a set',
      () => createToolSet([null as never]),
      'options: expected a tool (defineTool), got null',
    ],
    [
      'no tools at all',
      () => createToolSet(undefined as never),
      'tools: expected a list of tools, got undefined',
    ],
    [
      'a text in their place',
      () => createToolSet('ab' as never),
      'tools: expected a list of tools',
    ],
    [
      'tools by name',
      () => createToolSet({ look: tool } as never),
      'tools: expected a list of tools, got an object; give a list: [defineTool(',
    ],
    [
      'no tool in a wrapper',
      () => withTimeout(null as never, 5),
      'tool: expected a tool (defineTool) or a tool set (createToolSet), got null',
    ],
    ['no tool that needs approval', () => requiresApproval(undefined as never), 'tool: expected'],
    [
      'no rule of approval',
      () => requiresApproval(tool, true as never),
      'when: expected a function, got true',
    ],
    ['no tool to rename', () => renamed(null as never, 'a'), 'tool: expected a tool'],
    [
      'no new names',
      () => renamed(createToolSet([tool]), undefined as never),
      'names: expected an object, got undefined',
    ],
    [
      'no set to filter',
      () => filtered([tool] as never, ['look']),
      'tools: expected a tool set (createToolSet), got a list of 1',
    ],
    [
      'no names to filter by',
      () => filtered(createToolSet([tool]), 'look' as never),
      'accept: expected a list of names or a function, got "look"',
    ],
    ['a new name that is none', () => renamed(tool, 'a b'), 'Tool "look": name: expected a name'],
    [
      'a time that is none',
      () => withTimeout(tool, 0),
      'timeoutMs: expected a number above 0, got 0',
    ],
  ])('refuses %s', (_, call, message) => {
    expect(call).toThrow(RlmError);
    expect(call).toThrow(message);
  });
});

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, message: string]>([
    ['null for a task', () => transition(null as never, 'running'), 'task: expected a task'],
    ['a task of no status', () => approve({ id: 't' } as never), 'task.status: expected'],
    ['a name for a task', () => reject('t' as never, 'no'), 'task: expected a task (createTask)'],
    [
      'a text for messages',
      () => trimMessages('x' as never, { maxTokens: 5 }),
      'messages: expected a list, got "x"',
    ],
    [
      'a message without text',
      () => trimMessages([{ role: 'user' }] as never, { maxTokens: 5 }),
      'messages[0].content: expected text, got undefined',
    ],
  ])('refuses %s', (_, call, message) => {
    expect(call).toThrow(InvalidOptionError);
    expect(call).toThrow(message);
  });

  it('knows no change from a status that is none', () => {
    expect(canTransition('asleep' as never, 'running')).toBe(false);
  });
});
