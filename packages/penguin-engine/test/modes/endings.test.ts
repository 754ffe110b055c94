import { invalidOption } from '@rlm/config/options-suite';
import * as kernel from '@rlm/kernel';
import type { Tool } from '@rlm/kernel';
import { scriptedModel } from '@rlm/kernel/testing';
import type { TerminationPolicy } from '@rlm/policies';
import { describe, expect, expectTypeOf, it } from 'vitest';

import {
  defineTool,
  runResponse,
  RunFailedError,
  RunLimitError,
  runTask,
  type EngineResult,
  type EngineStep,
  type ResponseOptions,
} from '../../src/index.js';
import { echo, finish, tell } from '../support/tell.js';

const stopAtOnce: TerminationPolicy = {
  name: 'stop_at_once',
  description: 'Stops after the first step',
  shouldTerminate: () => ({ terminate: true, answer: null, code: 'enough', reason: 'enough' }),
  reset: () => undefined,
};

describe('what ends a run early', () => {
  it('is a policy, an abort signal, or an aborting caller', async () => {
    const { result: stopped } = await tell(['<echo>a</echo>'], {
      policies: [stopAtOnce],
    });
    expect(stopped.status).toBe('stopped');
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    const { result: aborted } = await tell([finish], { abortSignal: controller.signal });
    expect(aborted).toMatchObject({ status: 'aborted', steps: { length: 0 } });
    const run = runResponse({ model: scriptedModel([{ hang: true }]), prompt: 'Go' });
    for await (const { type } of run) {
      if (type === 'step-start')
        setImmediate(() => {
          run.abort();
        });
    }
    expect(await run.result).toMatchObject({ status: 'aborted', steps: { length: 1 } });
  });

  it('aborts a tool under way', async () => {
    let isAborted = false;
    const slow: Tool = defineTool({
      name: 'slow',
      description: '',
      execute: (_, { abortSignal }) =>
        new Promise((_resolve, reject) => {
          abortSignal.addEventListener('abort', () => {
            isAborted = true;
            reject(new Error('aborted'));
          });
          run.abort();
        }),
    });
    const run = runResponse({
      model: scriptedModel(['<slow>x</slow>']),
      prompt: 'Go',
      tools: [slow],
    });
    expect((await run.result).status).toBe('aborted');
    expect(isAborted).toBe(true);
  });

  it('rejects with a typed error under throwOnLimit alone', async () => {
    const options = { model: scriptedModel(['<echo>a</echo>']), prompt: 'Go', tools: [echo] };
    const run = runResponse({ ...options, maxSteps: 1, throwOnLimit: true });
    await expect(run.result).rejects.toBeInstanceOf(RunLimitError);
    await expect(run.result).rejects.toMatchObject({
      code: 'run_limit',
      message: expect.stringMatching(/\(max_steps\).*\bonly step\b/) as string,
      result: { status: 'max_iterations', actionResults: [{ result: 'a' }] },
    });
  });

  it.each([
    ['the model throws', scriptedModel([{ raise: 'provider down' }]), 'error'],
    ['a limit is reached', scriptedModel(['<echo>a</echo>']), 'max_iterations'],
  ] as const)('rejects under throwOnFailure when %s', async (_, model, status) => {
    const options = { model, prompt: 'Go', tools: [echo], maxSteps: 1 };
    const { result } = runResponse({ ...options, throwOnFailure: true });
    await expect(result).rejects.toBeInstanceOf(RunFailedError);
    await expect(result).rejects.toMatchObject({ code: 'run_failed', result: { status } });
  });

  it('does not reject under throwOnFailure when it finished, or was stopped', async () => {
    const options = { prompt: 'Go', tools: [echo], throwOnFailure: true };
    const done = runResponse({ ...options, model: scriptedModel(['A plain answer.']) });
    expect((await done.result).status).toBe('completed');
    const stopped = runTask({ ...options, model: scriptedModel([finish]), shouldStop: () => true });
    expect((await stopped.result).status).toBe('stopped');
    const silent = runTask({ ...options, model: scriptedModel(['A plain answer.']) });
    expect((await silent.result).status).toBe('implicit_completion');
  });

  it('rejects under throwOnFailure when a policy ends it without an answer', async () => {
    const options = { prompt: 'Go', tools: [echo], throwOnFailure: true, policies: [stopAtOnce] };
    const { result } = runTask({ ...options, model: scriptedModel(['<echo>a</echo>']) });
    await expect(result).rejects.toMatchObject({
      code: 'run_failed',
      result: { status: 'stopped' },
    });
  });

  it('rejects with the classes of the kernel, which have the type of this loop’s result', () => {
    expect([RunLimitError, RunFailedError]).toEqual([kernel.RunLimitError, kernel.RunFailedError]);
    const error: unknown = null;
    if (RunLimitError.isInstance(error)) expectTypeOf(error.result).toEqualTypeOf<EngineResult>();
    if (error instanceof RunFailedError) expectTypeOf(error.result).toEqualTypeOf<EngineResult>();
  });

  it('is not the guard when it is off', async () => {
    const { result } = await tell(['Some text here.', 'Some text here.'], {
      guard: false,
      maxSteps: 2,
    });
    expect(result).toMatchObject({ status: 'max_iterations', steps: { length: 2 } });
  });

  it('is a policy before the guard, and the guard before the limit of iterations', async () => {
    const policies = [{ name: 'max_steps', config: { maxSteps: 1 } }] as const;
    const plain = ['A plain answer, with no action.'];
    const { result: stopped } = await tell(plain, { mode: 'task', policies });
    expect(stopped).toMatchObject({
      status: 'stopped',
      stop: { finishReason: 'policy', code: 'max_steps' },
      assistantResponse: plain[0],
    });
    const { result: guarded } = await tell(plain, { mode: 'task', maxSteps: 1 });
    expect(guarded).toMatchObject({
      status: 'implicit_completion',
      stop: { finishReason: 'guard' },
    });
  });

  it('is the plain answer of a response before any policy or limit: nothing stopped it', async () => {
    const plain = 'A plain answer, with no action.';
    const policies = [{ name: 'max_steps', config: { maxSteps: 1 } }] as const;
    for (const options of [{}, { policies }, { maxSteps: 1 }, { throwOnLimit: true }]) {
      const { result } = await tell([plain], options);
      expect(result).toMatchObject({
        status: 'completed',
        finishReason: 'final',
        stop: null,
        assistantResponse: plain,
      });
      expect(result.finishSummary).toBeUndefined();
      expect(result.error).toBeUndefined();
    }
  });

  it('is an answer before any policy', async () => {
    const { result } = await tell([`Done. ${finish}`], { policies: [stopAtOnce] });
    expect(result.status).toBe('completed');
    expect(result.stop).toBeNull();
  });

  it('can be a limit of no iterations', async () => {
    const { result } = await tell([], { maxSteps: 0 });
    expect(result).toMatchObject({ status: 'max_iterations', steps: { length: 0 } });
  });

  it.each([
    [{ status: 429 }, 'provider_recoverable_error'],
    [{ status: 401 }, 'provider_error'],
  ] as const)('names the provider fault of %j', async (fault, status) => {
    const { result } = await tell([fault, fault, fault, fault, fault, fault], {
      clock: { now: () => 0, sleep: () => Promise.resolve() },
    });
    expect(result.status).toBe(status);
  });
});

describe('a result', () => {
  it.each(['task', 'response'] as const)('begins as that of every loop: %s', async (mode) => {
    const given = ['<echo>a</echo> and <nothing>', 'So. <echo>b</echo>'];
    const { result } = await tell(given, { ...(mode === 'task' ? { mode } : {}), maxSteps: 2 });
    const head = ['runId', 'finishReason', 'stop', 'usage', 'steps', 'durationMs'];
    expect(Object.keys(result).slice(0, 6)).toEqual(head);
    expectTypeOf(result).toExtend<kernel.RunResult<readonly EngineStep[]>>();
    expect(result).toMatchObject({ finishReason: 'max_steps', stop: { code: 'max_steps' } });
    expect(result.steps).toEqual([
      { step: 1, reply: given[0], actions: [result.actionResults[0]] },
      { step: 2, reply: given[1], actions: [result.actionResults[1]] },
    ]);
    expect(result.steps.flatMap(({ actions }) => actions)).toEqual(result.actionResults);
    expect(Object.isFrozen(result.steps) && Object.isFrozen(result.steps[0])).toBe(true);
  });

  it('has a step for a call of the model that failed, and none for one that was not made', async () => {
    const failed = await tell([{ raise: 'down' }]);
    expect(failed.result.steps).toEqual([{ step: 1, reply: '', actions: [] }]);
    const unmade = await tell([finish], { limits: { maxCalls: 0 } });
    expect(unmade.result).toMatchObject({ finishReason: 'max_calls', steps: { length: 0 } });
  });
});

describe('several runs at once', () => {
  it('share no state', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tell([`<echo>${index}</echo>`, `<echo>${index + 1}</echo>`, finish]),
      ),
    );
    results.forEach(({ result }, index) => {
      expect(result.actionResults.map(({ result: text }) => text)).toEqual([
        `${index}`,
        `${index + 1}`,
        'Response complete.',
      ]);
    });
  });
});

describe('a long run', () => {
  it('keeps its requests within the context window', async () => {
    const replies = Array.from(
      { length: 60 },
      (_, index) => `<echo>${index} ${'x'.repeat(400)}</echo>`,
    );
    const { model, result } = await tell([...replies, finish], {
      contextWindow: { maxTokens: 2_000 },
    });
    expect(result.steps.length).toBe(61);
    for (const { messages } of model.calls) {
      expect(messages.length).toBeLessThan(40);
      expect(messages[0]?.role).toBe('system');
      expect(messages.filter(({ content }) => content === 'Go')).toHaveLength(1);
    }
  });

  it('fails with a typed error when a request cannot fit', async () => {
    const { result } = await tell([finish], { contextWindow: { maxTokens: 10 } });
    expect(result).toMatchObject({
      status: 'error',
      steps: { length: 0 },
      cause: { code: 'context_overflow' },
    });
  });
});

describe('runResponse', () => {
  it.each([
    [{ prompt: 5 }, 'prompt', 'got 5'],
    [{ maxSteps: -1 }, 'maxSteps', 'got -1'],
    [{ profile: 'loose' }, 'profile', 'got "loose"'],
    [{ model: undefined }, 'model', 'got undefined'],
  ] as const)('throws at the call for %j', (wrong, option, fact) => {
    const options = {
      model: scriptedModel([]),
      prompt: 'Go',
      ...wrong,
    } as unknown as ResponseOptions;
    expect(() => runResponse(options)).toThrow(invalidOption(option, fact));
  });
});
