import { invalidOption } from '@rlm/config/options-suite';
import type { TerminationPolicy } from '@rlm/policies';
import { describe, expect, it } from 'vitest';

import {
  BudgetExceededError,
  type Outcome,
  type Protocol,
  type RunContext,
  type StepOutcome,
  createRun,
  type CreateRunOptions,
} from '../src/index.js';
import { actionResult, countingProtocol, type Ping } from './helpers.js';

const finalAt = (last: number) =>
  countingProtocol((count) =>
    Promise.resolve(count === last ? { final: `after ${count}` } : 'continue'),
  );
const endless = countingProtocol(() => Promise.resolve('continue'));

/** A policy that stops after `step` steps, or before the one after them. */
function stopAt(step: number, when: 'before' | 'after' = 'after'): TerminationPolicy {
  const verdict = (at: number) =>
    at >= step
      ? ({ terminate: true, answer: null, code: 'enough', reason: 'Enough' } as const)
      : ({ terminate: false } as const);
  return {
    name: 'stop_at',
    description: 'Stops after some steps',
    shouldTerminate: (_, context) => verdict(when === 'after' ? context.step : -1),
    beforeStep: (context) => verdict(when === 'before' ? context.step : -1),
    reset: () => undefined,
  };
}

type Args = readonly [
  Protocol<unknown, number, string, Ping>,
  null,
  CreateRunOptions<string, unknown, number>?,
];

async function eventsOf(...args: Args): Promise<string[]> {
  const types: string[] = [];
  for await (const { type, step } of createRun(...args)) types.push(`${type}@${step}`);
  return types;
}

describe('the loop', () => {
  it('publishes the events of a run to its answer', async () => {
    expect(await eventsOf(finalAt(2), null)).toEqual([
      ...['run-start@0', 'step-start@1', 'ping@1', 'step-end@1'],
      ...['step-start@2', 'ping@2', 'step-end@2', 'run-end@2'],
    ]);
  });

  it('gives the answer, the steps and the usage', async () => {
    const outcome = await createRun(finalAt(3), null).result;
    expect(outcome).toMatchObject({
      status: 'final',
      finishReason: 'final',
      answer: 'after 3',
      steps: 3,
      diagnostics: [],
      usage: { total: { calls: 0, costUsd: 0 } },
    });
    expect(Object.isFrozen(outcome)).toBe(true);
  });

  it('stamps every event with its run', async () => {
    for await (const event of createRun(finalAt(1), null, { runId: 'r1' })) {
      expect(event).toMatchObject({ runId: 'r1', parentId: null, depth: 0 });
      expect(Object.isFrozen(event)).toBe(true);
    }
  });

  it('passes on what a step emits while it waits', async () => {
    const protocol = countingProtocol(async (_, context) => {
      context.emit({ type: 'ping' });
      await new Promise((resolve) => setImmediate(resolve));
      context.emit({ type: 'ping' });
      return { final: '' };
    });
    expect(await eventsOf(protocol, null)).toEqual([
      ...['run-start@0', 'step-start@1', 'ping@1', 'ping@1', 'ping@1', 'step-end@1', 'run-end@1'],
    ]);
  });

  it('takes no step when it may take none', async () => {
    expect(await eventsOf(endless, null, { maxSteps: 0 })).toEqual(['run-start@0', 'run-end@0']);
  });

  it('makes the result of the outcome', async () => {
    const toResult = ({ finishReason }: Outcome<string>) => finishReason.length;
    let last: unknown;
    const events = createRun(finalAt(1), null, { toResult });
    for await (const event of events) last = event;
    expect(last).toMatchObject({ type: 'run-end', result: 5 });
    expect(await createRun(finalAt(1), null, { toResult }).result).toBe(5);
  });

  it('makes the result of the last state, where there is one', async () => {
    const toResult = ({ runId }: Outcome<string>, state: number | undefined) => ({ runId, state });
    const run = createRun(finalAt(3), null, { toResult, runId: 'r1' });
    expect(await run.result).toEqual({ runId: 'r1', state: 3 });
    const aborted = { toResult, runId: 'r2', abortSignal: AbortSignal.abort() };
    expect(await createRun(finalAt(3), null, aborted).result).toEqual({ runId: 'r2' });
  });

  const protocolStop: StepOutcome<number, string> = {
    type: 'stop',
    state: 1,
    result: actionResult(),
    stop: { finishReason: 'stopped', code: 'mine', message: 'I stop' },
  };
  const guardedStop: StepOutcome<number, string> = {
    ...protocolStop,
    stop: { finishReason: 'guard', code: 'stuck', message: 'It is stuck' },
  };
  const raising = (error: unknown) =>
    countingProtocol(() => {
      throw error as Error;
    });
  const failing = countingProtocol((count) =>
    Promise.resolve({ type: 'continue', state: count, result: actionResult({ success: false }) }),
  );

  it.each<[string, Args, object]>([
    [
      'the step limit',
      [endless, null, { maxSteps: 3 }],
      {
        status: 'stopped',
        finishReason: 'max_steps',
        steps: 3,
        answer: null,
        stop: { code: 'max_steps' },
      },
    ],
    [
      'a policy after a step',
      [endless, null, { policies: [stopAt(2)] }],
      {
        status: 'stopped',
        finishReason: 'policy',
        steps: 2,
        stop: { code: 'enough', message: 'Enough' },
      },
    ],
    [
      'a policy before a step',
      [endless, null, { policies: [stopAt(2, 'before')] }],
      { finishReason: 'policy', steps: 2 },
    ],
    [
      'a policy before the first step',
      [endless, null, { policies: [() => stopAt(0, 'before')] }],
      { finishReason: 'policy', steps: 0 },
    ],
    ['a guard', [endless, null, { guards: [stopAt(2)] }], { finishReason: 'guard', steps: 2 }],
    [
      'the protocol itself',
      [countingProtocol(() => Promise.resolve(protocolStop)), null],
      { status: 'stopped', finishReason: 'stopped', steps: 1, stop: { code: 'mine' } },
    ],
    [
      'an error',
      [raising(new Error('boom')), null],
      {
        status: 'failed',
        finishReason: 'error',
        steps: 0,
        stop: { code: 'error', message: 'boom' },
        error: new Error('boom'),
      },
    ],
    [
      'a thrown text',
      [raising('boom'), null],
      { status: 'failed', error: 'boom', stop: { message: 'boom' } },
    ],
    [
      'a limit of the budget',
      [raising(new BudgetExceededError('max_cost', 2, 1)), null],
      { status: 'stopped', finishReason: 'max_cost', stop: { code: 'max_cost' } },
    ],
    [
      'failed steps in a row',
      [failing, null, { maxErrors: 2 }],
      { finishReason: 'max_errors', steps: 2 },
    ],
    [
      'a call budget of nothing',
      [endless, null, { limits: { maxCalls: 0 } }],
      { finishReason: 'max_calls', steps: 0 },
    ],
    [
      'a token budget of nothing',
      [endless, null, { limits: { maxTokens: 0 } }],
      { finishReason: 'max_tokens', steps: 0 },
    ],
    [
      'a signal that was aborted before',
      [endless, null, { abortSignal: AbortSignal.abort('early') }],
      { status: 'aborted', finishReason: 'aborted', steps: 0, stop: { error: 'early' } },
    ],
  ])('is stopped by %s', async (_, args, expected) => {
    expect(await createRun(...args).result).toMatchObject(expected);
    expect((await eventsOf(...args)).filter((type) => type.startsWith('run-end'))).toHaveLength(1);
  });

  it('emits error before the end of a run that failed', async () => {
    expect(await eventsOf(raising(new Error('boom')), null)).toEqual([
      ...['run-start@0', 'step-start@1', 'ping@1', 'error@1', 'run-end@1'],
    ]);
  });

  it.each([
    ['final', 'abort', 'final'],
    ['throw', 'abort', 'aborted'],
    ['continue', 'abort', 'aborted'],
    ['stop', 'abort', 'aborted'],
    ['continue', 'policy and limit', 'policy'],
    ['continue', 'guard and policy', 'policy'],
    ['continue', 'guard and limit', 'max_steps'],
    ['stop', 'guard and policy', 'stopped'],
    ['guarded stop', 'guard and policy', 'policy'],
    ['guarded stop', 'guard and limit', 'guard'],
    ['guarded stop', 'abort', 'aborted'],
    ['final', 'guard and policy', 'final'],
    ['throw', 'guard and policy', 'error'],
  ])(
    'lets the higher reason win: a step that says %s with %s ends as %s',
    async (step, with_, reason) => {
      const controller = new AbortController();
      const protocol = countingProtocol(() => {
        if (with_ === 'abort') controller.abort();
        if (step === 'throw') return Promise.reject(new Error('thrown'));
        if (step === 'stop') return Promise.resolve(protocolStop);
        if (step === 'guarded stop') return Promise.resolve(guardedStop);
        return Promise.resolve(step === 'final' ? { final: 'yes' } : 'continue');
      });
      const options: CreateRunOptions = {
        abortSignal: controller.signal,
        maxSteps: with_.includes('limit') ? 1 : 5,
        guards: with_.includes('guard') ? [stopAt(1)] : [],
      };
      const policies = with_.includes('policy') ? [stopAt(1)] : [];
      const outcome = await createRun(protocol, null, { ...options, policies: policies }).result;
      expect(outcome.finishReason).toBe(reason);
    },
  );

  it('shows policies the run as plain data, and resets instances', async () => {
    const seen: unknown[] = [];
    let resets = 0;
    const watching: TerminationPolicy = {
      ...stopAt(Infinity),
      shouldTerminate: (result, { step, history, metrics, task, config, variables }) => {
        seen.push({ output: result.output, step, history: history.map((past) => past.output) });
        expect({ task, config, variables }).toEqual({
          task: 't',
          config: { a: 1 },
          variables: { v: step },
        });
        expect(metrics).toMatchObject({ consecutive_errors: 0, total_tokens: 0, cost_usd: 0 });
        return { terminate: false, note: 'noted' };
      },
      reset: () => void (resets += 1),
    };
    const protocol = { ...finalAt(4), variables: (state: number) => ({ v: state }) };
    const options = { task: 't', config: { a: 1 }, historyWindow: 2 };
    const outcome = await createRun(protocol, null, { ...options, policies: [watching] }).result;
    expect(seen).toEqual([
      { output: '1', step: 1, history: [] },
      { output: '2', step: 2, history: ['1'] },
      { output: '3', step: 3, history: ['1', '2'] },
    ]);
    expect(resets).toBe(1);
    expect(outcome.diagnostics[0]).toEqual({ code: 'stop_at', message: 'noted', step: 1 });
  });

  it('fails when a policy throws', async () => {
    const broken = {
      ...stopAt(1),
      shouldTerminate: () => {
        throw new Error('policy');
      },
    };
    const outcome = await createRun(endless, null, { policies: [broken] }).result;
    expect(outcome).toMatchObject({
      status: 'failed',
      stop: {
        code: 'policy_failed',
        message: expect.stringMatching(/'stop_at'.*: policy$/) as string,
      },
      steps: 1,
    });
  });

  it('keeps the number of diagnostics bounded', async () => {
    const protocol = countingProtocol((_, context: RunContext) => {
      for (let index = 0; index < 300; index += 1) context.diagnose({ code: 'c', message: 'm' });
      return Promise.resolve({ final: '' });
    });
    const { diagnostics } = await createRun(protocol, null).result;
    expect(diagnostics).toHaveLength(257);
    expect(diagnostics.at(-1)).toMatchObject({
      code: 'diagnostics_dropped',
      message: expect.stringMatching(/^44 /) as string,
    });
  });

  it.each<[string, unknown, string, ...(string | RegExp)[]]>([
    ['a negative count', { maxSteps: -1 }, 'maxSteps', 'whole number from 0', 'got -1'],
    ['a fraction', { maxSteps: 1.5 }, 'maxSteps', 'got 1.5'],
    ['a text for a number', { stepTimeoutMs: '5' }, 'stepTimeoutMs', 'number from 0', 'got "5"'],
    ['a budget below zero', { limits: { maxTokens: -5 } }, 'limits.maxTokens'],
    ['a budget that is not a number', { limits: { maxCostUsd: Number.NaN } }, 'limits.maxCostUsd'],
    ['an empty id', { runId: '' }, 'runId'],
    ['a clock without time', { clock: {} }, 'clock', 'now()', 'sleep()'],
    ['a guard that is none', { guards: [{}] }, 'guards[0]'],
    ['guards that are no list', { guards: stopAt(1) }, 'guards', 'list'],
    ['a parent that is none', { parent: { runId: 'x' } }, 'parent', 'context of a run'],
    ['a signal that is none', { abortSignal: {} }, 'abortSignal'],
    ['an option that there is not', { idle: 5 }, 'idle', 'Unknown option'],
    [
      'a bound that there is not',
      { limits: { maxFanOut: 2 } },
      'limits.maxFanOut',
      'Unknown option',
    ],
  ])('refuses %s at the call', (_, options, option, ...facts) => {
    expect(() => createRun(endless, null, options as CreateRunOptions<string>)).toThrow(
      invalidOption(option, option, ...facts),
    );
  });

  it('refuses what is no protocol, and what is no policy', () => {
    expect(() => createRun({ name: 'x' } as never, null)).toThrow(
      invalidOption('protocol', 'open()', 'step()'),
    );
    expect(() => createRun(endless, null, { policies: [null as never] })).toThrow('policies[0]');
  });
});
