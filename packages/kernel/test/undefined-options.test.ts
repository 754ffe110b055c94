import { expect, it } from 'vitest';

import {
  createBudget,
  createEventHub,
  createInProcessExecutor,
  createRun,
  defineTool,
  type CreateRunOptions,
  type InProcessExecutorOptions,
  type LoopLimits,
  type RunLimits,
} from '../src/index.js';
import { callModel, ModelError, type CallModelOptions } from '../src/model/index.js';
import { scriptedModel } from '../src/testing/index.js';
import { countingProtocol } from './helpers.js';
import { runWith } from './model/run-with.js';

/** Every option of a type, each undefined. */
type None<Options> = { readonly [Name in keyof Required<Options>]: undefined };

const runOptions: None<CreateRunOptions> = {
  ...{ maxSteps: undefined, budget: undefined, stepTimeoutMs: undefined, policies: undefined },
  ...{ reward: undefined, confidence: undefined, throwOnLimit: undefined, retry: undefined },
  ...{ throwOnFailure: undefined, executor: undefined, clock: undefined, runId: undefined },
  ...{ abortSignal: undefined, journal: undefined, seed: undefined, parent: undefined },
  ...{ limits: undefined, wrapUp: undefined, wrapUpTimeoutMs: undefined, graceMs: undefined },
  ...{ maxErrors: undefined, guards: undefined, name: undefined, diagnostics: undefined },
  ...{ task: undefined, config: undefined, historyWindow: undefined, toResult: undefined },
  ...{ eventBuffer: undefined, maxEventBytes: undefined },
};
const executor: None<InProcessExecutorOptions> = {
  ...{ attempts: undefined, retryBudget: undefined, minDelayMs: undefined, maxDelayMs: undefined },
  ...{ maxRetryAfterMs: undefined, isRetryable: undefined, random: undefined },
  ...{ concurrency: undefined, clock: undefined },
};
const runLimits: None<RunLimits> = {
  ...{ maxTokens: undefined, maxCostUsd: undefined, maxCalls: undefined, maxDepth: undefined },
  ...{ maxSubQueries: undefined, timeoutMs: undefined, maxOutputTokens: undefined },
};
const loopLimits: Partial<LoopLimits> = { maxTokens: undefined, callTimeoutMs: undefined };
const callOptions: None<CallModelOptions> = {
  ...{ onText: undefined, onReset: undefined, cutAt: undefined, within: undefined },
  ...{ isWhole: undefined, role: undefined, timeoutMs: undefined, timeoutOption: undefined },
  ...{ abortSignal: undefined, prices: undefined, maxReplyChars: undefined },
  ...{ maxContinuations: undefined, toolNames: undefined },
};
const noBudget = { maxTokens: undefined, maxCostUsd: undefined, maxCalls: undefined };
const tool = { name: 'echo', description: 'Echoes.', execute: (text: string) => text };
const undefinedTool = { input: undefined, inputSchema: undefined, timeoutMs: undefined };

const threeSteps = countingProtocol((count) =>
  Promise.resolve(count === 3 ? { final: 'done' } : 'continue'),
);
const ended = async (options?: CreateRunOptions<string>): Promise<unknown> => {
  const { answer, steps, finishReason, usage, diagnostics } = await createRun(
    threeSteps,
    null,
    options as CreateRunOptions<string, never, number>,
  ).result;
  return { answer, steps, finishReason, usage, diagnostics };
};
const called = async (options?: CallModelOptions): Promise<unknown> => {
  const request = { purpose: 'root', messages: [{ role: 'user', content: 'Hi' }] } as const;
  const model = scriptedModel(['Hello.']);
  const { value, error } = await runWith((context) => callModel(model, request, context, options));
  return { value, error };
};
const faultOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return String(error);
  }
};

const calls: readonly (readonly [name: string, none: () => unknown, undefineds: () => unknown])[] =
  [
    ['createRun', () => ended(), () => ended(runOptions)],
    ['limits of createRun', () => ended(), () => ended({ limits: runLimits })],
    [
      'createInProcessExecutor',
      () => ended({ executor: createInProcessExecutor() }),
      () => ended({ executor: createInProcessExecutor(executor) }),
    ],
    ['callModel', () => called(), () => called(callOptions)],
    [
      'createBudget',
      () => createBudget({ maxCalls: 3 }).remaining,
      () => createBudget({ ...noBudget, maxCalls: 3, id: undefined, store: undefined }).remaining,
    ],
    [
      'createBudget without a limit',
      () => faultOf(() => createBudget({})),
      () => faultOf(() => createBudget(noBudget)),
    ],
    [
      'createEventHub',
      () => faultOf(() => createEventHub()),
      () => faultOf(() => createEventHub({ onHandlerError: undefined })),
    ],
    [
      'defineTool',
      () => defineTool(tool),
      () => defineTool({ ...tool, ...undefinedTool, repeatable: undefined }),
    ],
    [
      'scriptedModel',
      () => scriptedModel(['a']).calls,
      () => scriptedModel(['a'], { after: undefined }).calls,
    ],
    [
      'ModelError',
      () => new ModelError('no', { isRetryable: false }).toJSON(),
      () =>
        new ModelError('no', {
          ...{ isRetryable: false, cause: undefined, statusCode: undefined, text: undefined },
          ...{ retryAfterMs: undefined, attempts: undefined, promptTooLong: undefined },
          ...{ finishReasonMissing: undefined, timedOut: undefined },
        }).toJSON(),
    ],
  ];

it.each(calls)('%s takes an option that is undefined as absent', async (_, none, undefineds) => {
  expect(await undefineds()).toEqual(await none());
});

it('the types of limits take undefined', () => {
  expect(loopLimits).toEqual({});
});
